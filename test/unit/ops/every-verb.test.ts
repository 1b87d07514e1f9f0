import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Given } from '#scripts/ops/command';
import { manual } from '#scripts/ops/manual';
import { commands } from '#scripts/ops/run';
import { readAudit } from '#shared/partners/audit/repository';
import { createPartner, findPartner } from '#shared/partners/repository';
import { findUser, insertUser } from '#shared/users/repository';
import { aUser } from '#test/support/builders/users';
import { type LoopbackIdentity, startLoopbackIdentity } from '#test/support/servers/loopback-identity';
import { startTable } from '#test/unit/delivery/table';
import { ops } from '#test/unit/ops/tool';

const ID = '019a0000-0000-7000-8000-000000000000';
/** A value that each option of any verb takes. */
const VALUES: Readonly<Record<string, string>> = {
  name: 'Acme',
  type: 'DEPOSIT_RECEIVED',
  'event-id': 'ticket-1',
  range: 'MXN=1:2',
};

/** The options that a verb cannot do without. */
function leastOf({ noun, verb, options }: (typeof commands)[number]): Record<string, string[]> {
  const required = Object.entries(options).filter(([, { required: must }]) => must);
  const given = required.map(([name]): [string, string[]] => [name, [VALUES[name] ?? ID]]);
  const more: [string, string[]][] = noun === 'limits' && verb === 'set' ? [['range', ['MXN=1:2']]] : [];
  const one: [string, string[]][] = noun === 'notification' && verb === 'replay' ? [['id', [ID]]] : [];
  return Object.fromEntries([...given, ...more, ...one]);
}

describe.each(commands)('$noun $verb', (command) => {
  it('has a help text that tells each of its options', async () => {
    const { noun, verb, options, about } = command;
    const told = await ops([noun, verb, '--help']);
    expect(told).toMatchObject({ code: 0, error: '' });
    expect(told.out).toContain(`${about}.`);
    for (const name of [...Object.keys(options), 'env', 'json', 'yes'])
      expect(told.out).toContain(`--${name}`);
    expect((await ops([noun, '--help'])).out).toContain(`${noun} ${verb}`);
  });

  it('says of itself whether it asks in production', () => {
    const { confirm } = command.prepare(new Given(leastOf(command)));
    expect(command.writes === 'asked').toBe(confirm !== undefined);
  });
});

it('a rotation asks where it leaves no grace, and says so', () => {
  const rotate = commands.find(({ noun, verb }) => noun === 'key' && verb === 'rotate');
  const confirmed = (hours: string[]) =>
    rotate?.prepare(new Given({ partner: [ID], id: [ID], 'grace-hours': hours })).confirm !== undefined;
  expect([['0'], ['1'], []].map(confirmed)).toEqual([true, false, false]);
  expect(manual()).toContain('grace period. *Writes; asks in production when --grace-hours is 0.*');
});

it('the manual is as the commands say', () => {
  const kept = readFileSync(resolve(import.meta.dirname, '../../../docs/operator-tool.md'), 'utf8');
  expect(kept, 'run npm run docs').toBe(manual());
});

describe('in production', () => {
  let engine: Awaited<ReturnType<typeof startTable>>;
  let identity: LoopbackIdentity;
  let here: string[];
  beforeAll(async () => {
    engine = await startTable();
    identity = await startLoopbackIdentity();
    here = ['--env', 'production', '--endpoint', engine.endpoint, '--table', 'delivery-test'];
  });
  afterAll(async () => {
    await identity?.stop();
    await engine?.stop();
  });

  it('what concerns a transaction asks for the name of its partner, and finds none of an unknown one', async () => {
    const told = await ops(['transaction', 're-emit', '--id', ID, ...here], 'Acme');
    expect(told).toMatchObject({ code: 1, out: '', asked: [], error: `There is no transaction ${ID}.\n` });
  });

  it('the erasure of a user asks the same, a count of what it would take asks nothing', async () => {
    const { partnerId } = await createPartner({ name: 'Acme', stage: 'production', atMs: Date.now() });
    const user = aUser({ partnerId });
    await insertUser(user);
    const erase = ['user', 'erase', '--id', user.id, '--bucket', 'none', ...here];
    const told = await ops(erase, 'Acm');
    expect(told).toMatchObject({ code: 1, out: '', asked: [expect.stringContaining('(Acme)')] });
    expect(told.error).toContain('Nothing was changed');
    expect((await ops(['user', 'erase', '--id', ID, ...here], 'Acme')).error).toBe(
      `There is no user ${ID}.\n`,
    );
    process.env.AWS_ENDPOINT_URL_S3 = 'http://127.0.0.1:9';
    const counted = await ops([...erase, '--dry-run']);
    delete process.env.AWS_ENDPOINT_URL_S3;
    expect(counted).toMatchObject({ code: 1, asked: [] });
    expect(await findUser(user.id)).toEqual(user);
  });

  it('what concerns nobody asks for a word, and does nothing without it', async () => {
    for (const args of [
      ['stream', 'replay'],
      ['dlq', 'redrive'],
    ]) {
      const told = await ops([...args, ...here], 'yes');
      expect(told).toMatchObject({ code: 1, out: '', asked: [expect.stringContaining('type the word')] });
      expect(told.error).toContain('Nothing was changed');
    }
    expect(await readAudit('PLATFORM')).toEqual([]);
  });

  it('a replay that is not confirmed leaves no record, and one without a URL neither', async () => {
    const { partnerId } = await createPartner({ name: 'Acme', stage: 'production', atMs: Date.now() });
    const replay = ['notification', 'replay', '--partner', partnerId, '--status', 'FAILED', ...here];
    expect((await ops(replay, 'Acm')).error).toContain('Nothing was changed');
    expect((await ops(replay, 'Acme')).error).toContain('no webhook URL');
    expect((await ops([...replay, '--yes'])).asked).toEqual([]);
    expect((await readAudit(partnerId)).map(({ verb }) => verb)).toEqual(['partner create']);
    expect(await findPartner(partnerId)).toMatchObject({ version: 1 });
  });

  it('records tell who did what', async () => {
    const { partnerId } = await createPartner({
      name: 'B',
      stage: 'production',
      atMs: Date.now(),
      operator: 'olga',
    });
    const told = await ops(['audit', 'list', '--partner', partnerId, ...here]);
    expect(told.code).toBe(0);
    expect(told.out).toMatch(/^AT +OPERATOR +VERB +NOTED\n\S+ +olga +partner create +keyId=/);
    const all = (await ops(['audit', 'list', ...here])).out;
    expect(all).toMatch(/^AT +OPERATOR +PARTNER +VERB +NOTED\n/);
    expect(all).toMatch(new RegExp(`^\\S+ +olga +${partnerId} +partner create +keyId=`, 'm'));
  });
});
