import { afterEach, describe, expect, it, vi } from 'vitest';
import { plan, runSteps, type Step } from '#cloud/plan/plan';
import { refuseForeignAccount } from '#cloud/plan/verify';
import { terminal } from '#local/terminal';
import { runProgram } from '#test/support/run-program';

const ID = '123456789012';

afterEach(() => vi.restoreAllMocks());

/** Runs steps that record their ids. @param failing ids of steps that fail */
async function run(
  steps: readonly Omit<Step<string[]>, 'proves' | 'run'>[],
  failing: readonly string[] = [],
  isEmulated = true,
) {
  const lines: string[] = [];
  vi.spyOn(terminal, 'out').mockImplementation((line) => void lines.push(line));
  const done: string[] = [];
  const runnable = steps.map((step) => ({
    ...step,
    proves: step.id,
    run: async (context: string[]) => {
      if (failing.includes(step.id)) throw new Error(`${step.id} does not work`);
      context.push(step.id);
      return `${step.id} works`;
    },
  }));
  const isGood = await runSteps(runnable, done, { isEmulated, signal: new AbortController().signal });
  return { isGood, done, output: lines.join('') };
}

const steps = [
  { id: 'deploy', isNeeded: true },
  { id: 'journey' },
  { id: 'destroy', isCleanUp: true },
  { id: 'production', onEmulator: true },
];

describe('steps', () => {
  it('run in their order, with a line for each', async () => {
    const { isGood, done, output } = await run(steps);
    expect([isGood, done]).toEqual([true, ['deploy', 'journey', 'destroy', 'production']]);
    for (const id of done) expect(output).toMatch(new RegExp(`passed .* s {2}${id}: ${id} works\n`));
  });

  it('for the emulator alone are left out in an account', async () => {
    expect((await run(steps, [], false)).done).toEqual(['deploy', 'journey', 'destroy']);
  });

  it('go on after a failure', async () => {
    const { isGood, done, output } = await run(steps, ['journey']);
    expect([isGood, done]).toEqual([false, ['deploy', 'destroy', 'production']]);
    expect(output).toContain('journey: journey does not work\n');
    expect(output).toContain('\nFAILED: journey\n');
  });

  it('end after the failure of a needed one, but for those that remove what was made', async () => {
    expect((await run(steps, ['deploy'])).done).toEqual(['destroy']);
  });
});

describe('the plan', () => {
  const ids = plan.map(({ id }) => id);

  it('has each step once, and removes the sandbox before it deploys production', () => {
    expect(new Set(ids).size).toBe(ids.length);
    const order = ['bootstrap', 'preflight', 'deploy', 'journeys', 'second-release', 'destroy', 'production-deploy'];
    expect(ids.filter((id) => order.includes(id))).toEqual(order);
  });
});

describe('the command line', () => {
  const account = ['--account', ID, '--webhooks', 'https://tunnel.test'];

  it.each([
    [['--account', '1234', '--webhooks', 'https://tunnel.test'], '--account must have twelve digits'],
    [['--account', ID], 'use --account and --webhooks together'],
    [['--account', ID, '--webhooks', 'x'], '--webhooks must be a URL that begins with https://'],
    [[...account, '--tools', 'x'], "option '--tools <path>' cannot be used with option '--account <id>'"],
    [['--unknown'], "unknown option '--unknown'"],
  ])('%j is refused', async (args, text) => {
    const { code, error } = await runProgram(() => import('#cloud/main'), args);
    expect([code, error]).toEqual([2, expect.stringContaining(text)]);
  });

  it('prints the steps', async () => {
    const { code, out } = await runProgram(() => import('#cloud/main'), ['--list']);
    expect([code, out.trimEnd().split('\n').length]).toEqual([0, plan.length]);
  });
});

describe('an account', () => {
  it('is refused if it is not the named one, or has a stack of the service', () => {
    expect(() => refuseForeignAccount({ given: ID, caller: '210987654321' }, [])).toThrow('to account 210987654321');
    const same = { given: ID, caller: ID };
    const stacks = ['CDKToolkit', 'PartnerRamp-production'];
    expect(() => refuseForeignAccount(same, stacks)).toThrow('it has the stack PartnerRamp-production');
    expect(() => refuseForeignAccount(same, ['CDKToolkit'])).not.toThrow();
  });
});
