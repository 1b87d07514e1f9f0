import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { Prompt } from '#sdk/cli/prompt';

function prompt(isTTY: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  let interrupts = 0;
  const asking = new Prompt({
    ...{ input, output },
    onInterrupt: () => {
      interrupts += 1;
    },
  });
  return { input, asking, shown: () => String(output.read() ?? ''), interrupts: () => interrupts };
}

it('shows what is typed at a terminal, but for what is hidden', async () => {
  const { input, asking, shown } = prompt(true);
  const address = asking.ask('Address: ');
  input.write('here\r');
  expect(await address).toBe('here');
  const key = asking.ask('Key: ', { isHidden: true });
  input.write('sech');
  input.write('\x7fret\r');
  expect(await key).toBe('secret');
  const after = asking.ask('More: ');
  input.write('seen\r');
  expect(await after).toBe('seen');
  asking.close();
  const text = shown();
  expect(text).toContain('Address: here');
  expect(text).toContain('Key: ');
  expect(text).toContain('More: seen');
  expect(text).not.toContain('sec');
});

it('takes lines of a pipe one by one, and nothing after its end', async () => {
  const { input, asking, shown } = prompt(false);
  input.end('here\nsecret\n');
  expect([await asking.ask('Address: '), await asking.ask('Key: ', { isHidden: true })]).toEqual(['here', 'secret']);
  expect(await asking.ask('More: ')).toBeUndefined();
  expect(shown()).toBe('Address: \nKey: \nMore: \n');
});

it('hands on Ctrl-C', async () => {
  const { input, asking, interrupts } = prompt(true);
  const response = asking.ask('Key: ', { isHidden: true });
  input.write('\x03');
  expect([await response, interrupts()]).toEqual([undefined, 1]);
});
