import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeOnce } from '#local/start/make-once';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'made-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const make = (text: string) => async (draft: string) => {
  mkdirSync(draft);
  writeFileSync(join(draft, 'text'), text);
};

const folders = () => readdirSync(home).filter((name) => name !== 'lock');

describe('a folder that is made once per key', () => {
  it('is made by one of those who ask at the same time', async () => {
    let count = 0;
    const ask = () =>
      makeOnce({
        home,
        key: () => 'a',
        make: async (draft) => {
          count += 1;
          await make('first')(draft);
        },
      });
    const found = await Promise.all([ask(), ask(), ask()]);
    expect(found).toEqual(Array(3).fill(join(home, 'a')));
    expect(count).toBe(1);
  });

  it('is made again for another key, and the earlier one stays', async () => {
    await makeOnce({ home, key: () => 'a', make: make('first') });
    const second = await makeOnce({ home, key: () => 'b', make: make('second') });
    expect(readFileSync(join(second, 'text'), 'utf8')).toBe('second');
    expect(folders()).toEqual(['a', 'b']);
  });

  it('is kept for no key where its inputs changed while it was made', async () => {
    let key = 'a';
    const folder = await makeOnce({
      home,
      key: () => key,
      make: async (draft) => {
        await make('half old')(draft);
        key = 'b';
      },
    });
    expect(basename(folder)).toBe(`b-${process.pid}`);
    const later = await makeOnce({ home, key: () => key, make: make('new') });
    expect(readFileSync(join(later, 'text'), 'utf8')).toBe('new');
  });

  it('leaves nothing behind when it cannot be made', async () => {
    const failing = async (draft: string) => {
      mkdirSync(draft);
      throw new Error('no');
    };
    await expect(makeOnce({ home, key: () => 'a', make: failing })).rejects.toThrow('no');
    expect(readdirSync(home)).toEqual([]);
  });

  it('takes the lock of a process that is gone', async () => {
    writeFileSync(join(home, 'lock'), String(2 ** 31 - 1));
    expect(await makeOnce({ home, key: () => 'a', make: make('first') })).toBe(join(home, 'a'));
  });
});
