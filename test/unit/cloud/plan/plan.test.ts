import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectation } from '#cloud/plan/expectation';
import { readPlace, readRequest, USAGE } from '#cloud/plan/options';
import { EMULATOR_RUN_NAMES, emulatorCannot, emulatorRuns, plan, rehearsalRun, stepsOf } from '#cloud/plan/plan';
import { rehearse } from '#cloud/plan/rehearse';
import { loadStage } from '#infra/config/stages';

const ROOT = resolve(import.meta.dirname, '../../../..');
const ids = plan.map(({ id }) => id);

/** Steps that the table of open points names, a list for each row. */
function namedSteps(): string[][] {
  const [, table = ''] = readFileSync(resolve(ROOT, 'docs/deploy.md'), 'utf8').split(
    '| Step | Open point | If it fails |',
  );
  const rows = table.split('\n').slice(2);
  const end = rows.findIndex((row) => !row.startsWith('|'));
  return rows
    .slice(0, end)
    .map((row) => [...(row.split('|')[1] ?? '').matchAll(/`([\w-]+)`/g)].map(([, id = '']) => id));
}

/** Steps that deploy, remove, or ask once more what the emulator has answered. */
const ANSWERS_NO_OPEN_POINT = new Set([
  ...[
    'preflight',
    'synthesize',
    'bootstrap',
    'support',
    'deploy',
    'no-difference',
    'journey',
    'declaration',
    'destroy',
    'left-over',
  ],
]);

describe('the plan of a rehearsal', () => {
  it('asks the account before it makes anything, and does not begin what its quotas would fail', () => {
    expect(ids.slice(0, 2)).toEqual(['preflight', 'quotas']);
    expect(plan[0]?.isNeeded).toBe(true);
    const needing = plan.filter(({ needs = [] }) => needs.includes('quotas')).map(({ id }) => id);
    expect(needing).toEqual(['races', 'thirty-webhooks', 'load']);
    for (const { needs = [] } of plan) expect(needs.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('deploys before it asks, goes back after a second release, and destroys last', () => {
    expect(new Set(ids).size).toBe(ids.length);
    const order = [
      'bootstrap',
      'deploy',
      'journey',
      'second-release',
      'rollback',
      'load',
      'freeze',
      'destroy',
      'left-over',
    ];
    expect(ids.filter((id) => order.includes(id))).toEqual(order);
    expect(ids.at(-1)).toBe('left-over');
  });

  it('names for the emulator only steps that there are, each with a reason', () => {
    expect(Object.keys(emulatorCannot).filter((id) => !ids.includes(id))).toEqual([]);
    for (const reason of Object.values(emulatorCannot)) expect(reason).toMatch(/\w+ \w+/);
  });

  it('answers every open point of docs/deploy.md, and what only an account answers is an open point there', () => {
    const named = namedSteps();
    expect(named.length).toBeGreaterThan(20);
    for (const row of named) expect(row.length).toBeGreaterThan(0);
    expect(named.flat().filter((id) => !ids.includes(id))).toEqual([]);
    const unnamed = ids.filter((id) => !named.flat().includes(id));
    expect(new Set(unnamed)).toEqual(ANSWERS_NO_OPEN_POINT);
    expect(Object.keys(emulatorCannot).filter((id) => !named.flat().includes(id))).toEqual([]);
  });

  it('is the rehearsal, step by step; a run on an emulator takes its steps from it', () => {
    expect(stepsOf(rehearsalRun)).toEqual(plan);
    for (const name of EMULATOR_RUN_NAMES) {
      const steps = stepsOf(emulatorRuns[name]).map(({ id }) => id);
      expect(new Set(steps).size).toBe(steps.length);
      expect(steps.filter((id) => ['synthesize', 'bootstrap', 'deploy'].includes(id))).toHaveLength(3);
      for (const { needs = [] } of stepsOf(emulatorRuns[name]))
        expect(needs.filter((id) => id !== 'quotas' && !steps.includes(id))).toEqual([]);
      const { quietFrom } = emulatorRuns[name];
      if (quietFrom !== undefined) expect(steps).toContain(quietFrom);
    }
    expect(() => stepsOf({ ...rehearsalRun, order: ['deplyo'] })).toThrow('The plan has no step deplyo');
  });

  it('says beforehand what it costs and how long it takes', () => {
    const config = loadStage({ env: 'sandbox', configPath: resolve(ROOT, 'infra/config/sandbox.json') });
    expect(expectation(plan, config)).toMatch(
      /^\d+ steps, about \d hours .* About \d dollars: 4 a day .* 1429 transactions/,
    );
  });
});

describe('the command line', () => {
  it.each([
    [['--help'], { kind: 'help' }],
    [['--list'], { kind: 'list' }],
    [['--account', '123456789012'], { kind: 'begin', account: '123456789012' }],
    [['--resume'], { kind: 'go-on', selection: { kind: 'left' } }],
    [['--resume', '--id', '20261122T100000'], { kind: 'go-on', id: '20261122T100000', selection: { kind: 'left' } }],
    [['--from', 'load'], { kind: 'go-on', selection: { kind: 'from', id: 'load' } }],
    [['--only', 'expiry'], { kind: 'go-on', selection: { kind: 'only', id: 'expiry' } }],
    [['--dry-run', '--tools', 'x'], { kind: 'dry-run', toolsFolder: 'x', selection: { kind: 'left' } }],
  ])('%j in an account is understood', (args, request) => {
    expect(readRequest(args)).toMatchObject(request);
  });

  it.each([
    [[], 'Name the account with --account, or go on with --resume'],
    [['--dryrun'], "Unknown option '--dryrun'"],
    [['deploy'], "Unexpected argument 'deploy'"],
    [['--account'], "Option '--account <value>' argument missing"],
    [['--account', '1234'], '--account has twelve digits, not "1234"'],
    [['--account', '123456789012', '--resume'], '--account begins a rehearsal'],
    [['--account', '123456789012', '--only', 'load'], '--account begins a rehearsal'],
    [['--dry-run', '--resume'], '--dry-run needs no account, and cannot be resumed'],
    [['--from', 'load', '--only', 'load'], '--from and --only exclude each other'],
    [['--resume', '--settings', 'x.json'], '--settings goes with --account or --dry-run'],
    [['--resume', '--tools', 'x'], '--tools goes with --dry-run'],
  ])('%j is refused', (args, text) => {
    expect(() => readRequest(args)).toThrow(text);
  });

  it.each([
    [['--help'], { kind: 'help' }],
    [[], { kind: 'verify', runs: ['restore', 'plain', 'iam', 'production'], keep: false }],
    [
      ['--run', 'production', '--unkind', '1', '--keep'],
      { kind: 'verify', runs: ['production'], unkindSeed: 1, keep: true },
    ],
  ])('%j on emulators is understood', (args, request) => {
    expect(readRequest(args, 'emulator')).toMatchObject(request);
  });

  it.each([
    [['--run', 'plane'], 'There is no run plane'],
    [['--unkind', 'x'], '--unkind takes a seed of up to nine digits, not "x"'],
    [['--dry-run'], "Unknown option '--dry-run'"],
  ])('%j on emulators is refused', (args, text) => {
    expect(() => readRequest(args, 'emulator')).toThrow(text);
  });

  it('begins with the place', () => {
    expect(readPlace(['--on', 'emulator', '--keep'])).toEqual({ place: 'emulator', rest: ['--keep'] });
    expect(() => readPlace(['--keep'])).toThrow('Begin with --on emulator or --on account');
  });

  it('names every option in its help', () => {
    for (const name of ['account', 'resume', 'id', 'from', 'only', 'settings', 'dry-run', 'tools', 'list', 'help'])
      expect(USAGE.account).toContain(`\n  --${name} `);
    for (const name of ['run', 'tools', 'unkind', 'keep', 'help']) expect(USAGE.emulator).toContain(`\n  --${name} `);
  });

  it('refuses a step that there is none of before it asks anything of a cloud', async () => {
    const request = readRequest(['--only', 'deplyo']);
    if (request.kind !== 'go-on') throw new Error('another request');
    const options = { write: () => {}, signal: new AbortController().signal };
    await expect(rehearse(request, options)).rejects.toThrow('There is no step deplyo');
  });
});
