import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPartner, findPartner } from '#shared/partners/repository';
import { runProcess } from '#test/support/run-process';
import { type LoopbackIdentity, startLoopbackIdentity } from '#test/support/servers/loopback-identity';
import { startTable } from '#test/unit/delivery/table';
import { setStage } from '#test/unit/ops/tool';

const ROOT = resolve(import.meta.dirname, '../..');

let engine: Awaited<ReturnType<typeof startTable>>;
let identity: LoopbackIdentity;
beforeAll(async () => {
  engine = await startTable();
  identity = await startLoopbackIdentity();
});
afterAll(async () => {
  await identity?.stop();
  await engine?.stop();
});

const run = (program: string, args: readonly string[], { variables = {}, input = '' } = {}) =>
  runProcess(['--import', 'tsx', program, ...args], { cwd: ROOT, env: { ...process.env, ...variables }, input });

describe('npm run ops', () => {
  const here = () => ['--endpoint', engine.endpoint, '--table', 'delivery-test'];

  it('prints one line of JSON and nothing else', async () => {
    await setStage('local', 'delivery-test');
    const output = await run('tools/ops/ops.ts', ['partner', 'create', '--name', 'Acme', '--json', ...here()]);
    expect(output).toMatchObject({ code: 0, errors: '' });
    expect(output.out).toMatch(/^\{"partnerId":"[^"]+","apiKey":"ramp_sbx_[^"]+","keyId":"[^"]+"\}\n$/);
  });

  it('reads the name that is typed, and takes silence for no', async () => {
    const { partnerId } = await createPartner({ name: 'Acme', stage: 'production', atMs: Date.now() });
    await setStage('production', 'delivery-test');
    const suspend = ['partner', 'suspend', '--id', partnerId, '--env', 'production', ...here()];
    const silence = await run('tools/ops/ops.ts', suspend);
    expect(silence).toMatchObject({ code: 1, out: '' });
    expect(await findPartner(partnerId)).toMatchObject({ suspended: false });
    expect(await run('tools/ops/ops.ts', suspend, { input: 'Acme\n' })).toMatchObject({ code: 0 });
    expect(await findPartner(partnerId)).toMatchObject({ suspended: true });
  });

  it('tells the usage when it does not understand', async () => {
    const output = await run('tools/ops/ops.ts', ['partner', 'destroy']);
    expect(output).toMatchObject({ code: 2, out: '' });
    expect(output.errors).toContain('Usage: npm run -s ops -- partner <verb>');
  });
});

it('npm run demo says in one sentence that no stack runs', async () => {
  const output = await run('tools/ops/demo.ts', [], { variables: { DATA_DIR: '/nowhere' } });
  expect(output).toMatchObject({ code: 1, out: '' });
  expect(output.errors).toMatch(/^\nNo local stack is running: /);
});
