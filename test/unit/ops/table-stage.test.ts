import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { stageKey } from '#shared/dynamodb/keys';
import { recordStage } from '#shared/dynamodb/stage-record';
import { documentClient } from '#shared/dynamodb/table';
import { createPartner, findPartner } from '#shared/partners/repository';
import { startLoopbackOutputs } from '#test/support/servers/loopback-outputs';
import { startedForTests } from '#test/support/started-for-tests';
import { ops, opsOn, setStage, toolOnTable } from '#test/unit/ops/tool';

const TABLE = 'delivery-test';
const { engine } = toolOnTable();
const outputs = startedForTests(startLoopbackOutputs);
const at = (env: string) => ['--env', env, '--endpoint', engine().endpoint];
const list = (env: string) => opsOn(['partner', 'list', ...at(env), '--table', TABLE]);

beforeEach(async () => {
  await documentClient().send(new DeleteCommand({ TableName: TABLE, Key: stageKey }));
});

describe('the stage of a table', () => {
  it.each(['local', 'sandbox', 'production'] as const)('%s is the one under which it is used', async (stage) => {
    await recordStage(stage, 'eu-west-1');
    expect(await list(stage)).toMatchObject({ code: 0 });
    for (const other of ['local', 'sandbox', 'production'].filter((one) => one !== stage))
      expect(await list(other)).toMatchObject({
        ...{ code: 1, out: '', error: `Nothing was done: table ${TABLE} belongs to ${stage}, not ${other}.\n` },
      });
  });

  it('that is not on record is none', async () => {
    for (const env of ['local', 'sandbox', 'production'])
      expect(await list(env)).toMatchObject({
        code: 1,
        out: '',
        error: expect.stringContaining('has no record with its stage'),
      });
  });

  it('is recorded once: a later one does not count', async () => {
    await recordStage('production', 'eu-west-1');
    await recordStage('sandbox', 'eu-west-1');
    expect(await list('sandbox')).toMatchObject({ code: 1 });
    expect(await list('production')).toMatchObject({ code: 0 });
  });

  it('decides before anything is asked or changed', async () => {
    await recordStage('production', 'eu-west-1');
    const { partnerId } = await createPartner({ name: 'Acme', stage: 'production', atMs: Date.now() });
    const suspend = ['partner', 'suspend', '--id', partnerId, ...at('sandbox'), '--table', TABLE];
    expect(await opsOn(suspend, 'Acme')).toMatchObject({ code: 1, asked: [] });
    expect(await findPartner(partnerId)).toMatchObject({ suspended: false });
  });

  it('of the table that is prepared after a restore decides, too', async () => {
    await setStage('sandbox', TABLE);
    outputs().stacks.set('PartnerRamp-production', { TableName: 'gone' });
    const prepare = ['restore', 'prepare', '--restored-table', TABLE, ...at('production'), '--yes'];
    const { code, error } = await opsOn(prepare);
    expect([code, error]).toEqual([1, expect.stringContaining(`belongs to sandbox, not production`)]);
  });

  it('need not be on record for the switches of the stack, unless a table is typed', async () => {
    outputs().stacks.set('PartnerRamp-production', { TableName: TABLE });
    for (const more of [[], ['--table', TABLE]]) {
      const { error } = await opsOn(['stage', 'status', ...at('production'), ...more]);
      expect(error.includes('has no record with its stage'), error).toBe(more.length > 0);
    }
    await setStage('sandbox', TABLE);
    expect((await opsOn(['stage', 'freeze', ...at('production'), '--yes'])).error).toContain('belongs to sandbox');
  });
});

it('a partner of production is made without a key', async () => {
  const place = [...at('production'), '--table', TABLE];
  const { code, out } = await ops(['partner', 'create', '--name', 'Acme', '--json', ...place]);
  const { partnerId, ...others } = JSON.parse(out);
  expect({ code, others }).toEqual({ code: 0, others: {} });
  const keys = JSON.parse((await ops(['key', 'list', '--partner', partnerId, '--json', ...place])).out);
  expect(keys).toEqual({ partnerId, keys: [] });
  const text = (await ops(['partner', 'create', '--name', 'Other', ...place])).out;
  expect(text).toContain('The partner has no key');
  expect(text).not.toContain('ramp_live_');
});

it.each(['https://dynamodb.us-east-1.amazonaws.com', 'http://10.0.0.1:8000', 'http://127.0.0.1.example', 'x'])(
  'a laptop is not at %s',
  async (endpoint) => {
    const output = await opsOn(['partner', 'list', '--endpoint', endpoint, '--table', TABLE]);
    expect(output).toMatchObject({ code: 2, error: expect.stringContaining('is not on this machine') });
  },
);
