import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Report } from '#cloud/plan/report';
import { refuseForeignAccount, runSteps, stepsToDo } from '#cloud/plan/run-steps';
import { latestState, loadState, type State, saveState } from '#cloud/plan/state';
import { type Step, Unanswered } from '#cloud/plan/step';

/** A place that counts what is done in it, and where one step fails the first time. */
interface FakeTarget {
  readonly done: string[];
  failsAt: string | undefined;
}

const IDS = ['deploy', 'journey', 'metrics', 'release', 'destroy'];

function step(id: string, isNeeded = false): Step<FakeTarget> {
  return {
    id,
    asks: `Does ${id} work?`,
    minutes: 1,
    isNeeded,
    async run(target) {
      if (target.failsAt === id) {
        target.failsAt = undefined;
        throw new Error('no');
      }
      target.done.push(id);
      return `${id} works`;
    },
  };
}

const steps = IDS.map((id) => step(id, id === 'deploy'));

let folder: string;
let lines: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
  lines = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

function begun(id = 'one'): State {
  return { id, isDry: false, account: '123456789012', region: 'eu-west-1', commit: 'abc', startedAt: NOW, steps: {} };
}
const NOW = '2026-11-22T10:00:00.000Z';

const run = (options: Partial<Parameters<typeof runSteps<FakeTarget>>[0]> & { readonly context: FakeTarget }) =>
  runSteps({
    steps,
    selection: { kind: 'left' },
    state: begun(),
    folder,
    report: new Report((line) => void lines.push(line)),
    signal: new AbortController().signal,
    ...options,
  });

const log = () => readFileSync(join(folder, 'rehearsal.md'), 'utf8');

describe('a rehearsal', () => {
  it('does every step once, in order, and keeps state and log', async () => {
    const target: FakeTarget = { done: [], failsAt: undefined };
    const { isGood } = await run({ context: target });
    expect([isGood, target.done]).toEqual([true, IDS]);
    expect(Object.keys(loadState(folder).steps)).toEqual(IDS);
    for (const id of IDS) {
      expect(log()).toContain(`| \`${id}\` | Does ${id} work? | passed |`);
      expect(log()).toContain(`    ${id} works`);
    }
    expect(lines).toHaveLength(IDS.length);
  });

  it('does the steps of a list side by side, and those of a list in it in turn', async () => {
    const target: FakeTarget = { done: [], failsAt: undefined };
    let go = () => {};
    const gate = new Promise<void>((done) => {
      go = done;
    });
    // Each of the two needs the other to have begun.
    const gated = steps.map((one) => {
      if (one.id === 'journey') return { ...one, run: (context: FakeTarget) => gate.then(() => one.run(context)) };
      return one.id === 'release' ? { ...one, run: (context: FakeTarget) => one.run(context).finally(go) } : one;
    });
    const begun: string[] = [];
    const order = ['deploy', ['journey', ['metrics', 'release']], 'destroy'];
    const { isGood } = await run({ context: target, steps: gated, order, onBegin: (id) => void begun.push(id) });
    expect([isGood, target.done]).toEqual([true, ['deploy', 'metrics', 'release', 'journey', 'destroy']]);
    expect(begun).toEqual(['deploy', 'journey', 'metrics', 'release', 'destroy']);
  });

  it('does not begin what needs a step that failed, until that has passed', async () => {
    const target: FakeTarget = { done: [], failsAt: 'journey' };
    const needing = steps.map((one) => (one.id === 'metrics' ? { ...one, needs: ['journey'] } : one));
    const { isGood, state } = await run({ context: target, steps: needing });
    expect([isGood, target.done]).toEqual([false, ['deploy', 'release', 'destroy']]);
    expect(state.steps.metrics).toMatchObject({ outcome: 'FAILED', answer: expect.stringContaining('needs journey') });
    const again = await run({ context: target, steps: needing, state, selection: { kind: 'from', id: 'journey' } });
    expect([again.isGood, target.done]).toEqual([true, [...['deploy', 'release', 'destroy'], ...IDS.slice(1)]]);
  });

  it.each(IDS)('that was killed during %s goes on with it, and does every step once', async (id) => {
    const target: FakeTarget = { done: [], failsAt: undefined };
    const killed = steps.map((one) => (one.id === id ? { ...one, run: () => new Promise<string>(() => {}) } : one));
    void run({ context: target, steps: killed });
    // A killed process leaves the output that it had written so far.
    await vi.waitFor(() => expect(loadState(folder).steps[id]?.outcome).toBe('cut'));
    const { isGood } = await run({ context: target, state: loadState(folder) });
    expect([isGood, target.done]).toEqual([true, IDS]);
  });

  it.each(IDS)('that is interrupted during %s says so in the state, and starts nothing more', async (id) => {
    const interruption = new AbortController();
    const target: FakeTarget = { done: [], failsAt: undefined };
    const interrupting = steps.map((one) =>
      one.id === id
        ? {
            ...one,
            run: async () => {
              interruption.abort();
              return await new Promise<string>(() => {});
            },
          }
        : one,
    );
    const { isGood } = await run({ context: target, steps: interrupting, signal: interruption.signal });
    expect([isGood, loadState(folder).steps[id]?.outcome]).toEqual([false, 'cut']);
    expect(log()).toContain(`| \`${id}\` | Does ${id} work? | cut |`);
    const after = await run({ context: target, state: loadState(folder) });
    expect([after.isGood, target.done]).toEqual([true, IDS]);
  });

  it('ends where a step fails that others need, and begins with it the next time', async () => {
    const target: FakeTarget = { done: [], failsAt: 'deploy' };
    expect((await run({ context: target })).isGood).toBe(false);
    expect([target.done, loadState(folder).steps.deploy?.outcome]).toEqual([[], 'FAILED']);
    expect((await run({ context: target, state: loadState(folder) })).isGood).toBe(true);
    expect(target.done).toEqual(IDS);
  });

  it('goes on where another fails, and does not repeat that one by itself', async () => {
    const target: FakeTarget = { done: [], failsAt: 'metrics' };
    expect((await run({ context: target })).isGood).toBe(false);
    expect(target.done).toEqual(IDS.filter((id) => id !== 'metrics'));
    expect(stepsToDo(steps, { kind: 'left' }, loadState(folder).steps)).toEqual([]);
    await run({ context: target, state: loadState(folder), selection: { kind: 'only', id: 'metrics' } });
    expect(target.done.at(-1)).toBe('metrics');
    expect(loadState(folder).steps.metrics?.outcome).toBe('passed');
  });

  it('skips what stays open, with the reason', async () => {
    const open = { ...step('metrics'), run: () => Promise.reject(new Unanswered('it takes two days')) };
    const { isGood } = await run({ context: { done: [], failsAt: undefined }, steps: [open] });
    expect([isGood, loadState(folder).steps.metrics]).toMatchObject([
      true,
      { outcome: 'skipped', answer: 'it takes two days' },
    ]);
  });

  it('of a dry run skips what the emulator cannot answer, and fails where anything else stays open', async () => {
    const open = { ...step('metrics'), run: () => Promise.reject(new Unanswered('it takes two days')) };
    const dry = { context: { done: [], failsAt: undefined }, steps: [open], state: { ...begun(), isDry: true } };
    expect((await run({ ...dry, cannot: { metrics: 'it has no metrics' } })).isGood).toBe(true);
    expect(log()).toContain('    it has no metrics');
    expect((await run(dry)).isGood).toBe(false);
  });

  it.each([
    [{ kind: 'from', id: 'metrics' } as const, ['metrics', 'release', 'destroy']],
    [{ kind: 'only', id: 'metrics' } as const, ['metrics']],
  ])('%j does these steps, whatever came before', async (selection, ids) => {
    const target: FakeTarget = { done: [], failsAt: undefined };
    await run({ context: target });
    target.done.length = 0;
    await run({ context: target, state: loadState(folder), selection });
    expect(target.done).toEqual(ids);
  });

  it('knows no other steps', () => {
    expect(() => stepsToDo(steps, { kind: 'only', id: 'deplyo' }, {})).toThrow('There is no step deplyo');
  });

  it('keeps secrets, keys and addresses of people out of its log, whatever an answer or an error says', async () => {
    const secrets = [
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'ramp_sbx_0123456789abcdefghijABCDEFGHIJ01_a1b2c3',
      'AKIAIOSFODNN7EXAMPLE',
      'ana.garcia@example.com',
      'https://api.example/sandbox/sign/s3cr3t-t0ken-of-a-link-1234567890',
      'https://bucket/file?X-Amz-Signature=0123456789abcdef&X-Amz-Credential=key',
      '{"secretAccessKey": "wJalrXUtnFEMI/K7MDENG"}',
    ];
    const parts = ['whsec_Mf', 'ramp_sbx_', 'AKIAIO', 'ana.garcia', 's3cr3t', '0123456789abcdef', 'wJalrX'];
    const answering = { ...step('journey'), run: async () => secrets.join(' ') };
    const failing = { ...step('metrics'), run: () => Promise.reject(new Error(secrets.join('\n'))) };
    await run({ context: { done: [], failsAt: undefined }, steps: [answering, failing] });
    const everything = [log(), JSON.stringify(loadState(folder)), ...lines].join('\n');
    for (const part of parts) expect(everything).not.toContain(part);
    expect(everything).toContain('<webhook secret>');
  });
});

describe('the state', () => {
  it('of the newest rehearsal in an account is found; that of a dry run is none', () => {
    for (const [id, isDry] of [
      ['20261101T100000', false],
      ['20261102T100000', false],
      ['20261103T100000-dry', true],
    ] as const)
      saveState(join(folder, id), { ...begun(id), isDry });
    expect(latestState(folder).id).toBe('20261102T100000');
  });

  it('that is not there or not readable is refused', () => {
    expect(() => latestState(join(folder, 'none'))).toThrow('No rehearsal in an account was begun here');
    expect(() => loadState(join(folder, 'none'))).toThrow('There is no rehearsal in');
  });
});

describe('an account', () => {
  it('that is another than the one named is refused', () => {
    expect(() => refuseForeignAccount({ given: '123456789012', caller: '210987654321' }, [])).toThrow(
      'These credentials are of account 210987654321, and --account names 123456789012',
    );
  });

  it('that has a stack of ours is refused', () => {
    const same = { given: '123456789012', caller: '123456789012' };
    expect(() => refuseForeignAccount(same, ['CDKToolkit', 'PartnerRamp-production'])).toThrow(
      'it has the stack PartnerRamp-production',
    );
    expect(() => refuseForeignAccount(same, ['CDKToolkit'])).not.toThrow();
  });
});
