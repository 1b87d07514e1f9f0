import { OperationFailed, UsageError } from '#ops/errors';
import { writeLog } from './log';
import type { Report } from './report';
import { safeText } from './safe-text';
import { type Outcome, type State, saveState } from './state';
import { type Order, type Step, Unanswered } from './step';

/** Steps that are to be done: those that are left, those from one on, or one alone. */
export type Selection =
  | { readonly kind: 'left' }
  | { readonly kind: 'from'; readonly id: string }
  | { readonly kind: 'only'; readonly id: string };

export interface RunOptions<Context> {
  readonly steps: readonly Step<Context>[];
  /** Steps that are done side by side. @default one after the other */
  readonly order?: Order;
  readonly selection: Selection;
  /** As it is so far; kept in the folder from here on. */
  readonly state: State;
  readonly folder: string;
  readonly context: Context;
  /** Reasons for which a step cannot be done here, by its id. A dry run may leave out these and no others. @default none */
  readonly cannot?: Readonly<Partial<Record<string, string>>>;
  readonly report: Report;
  /** Names the run in the report. @default '', where there is one alone */
  readonly name?: string;
  /** Gets the id of each step before it is done. */
  readonly onBegin?: (id: string) => void;
  /** Ends the run; what it was at is done again later. */
  readonly signal: AbortSignal;
}

/** End of a run. */
export interface RunResult {
  readonly state: State;
  /** True where no step failed and every step that was asked for was done. */
  readonly isGood: boolean;
}

/**
 * The steps to be done. A step that was cut, has not begun, or failed where others need it is left; another that failed is
 * not: `from` and `only` repeat it.
 * @throws UsageError for a step that does not exist
 */
export function stepsToDo<Context>(
  steps: readonly Step<Context>[],
  selection: Selection,
  done: State['steps'],
): readonly Step<Context>[] {
  if (selection.kind === 'left')
    return steps.filter(({ id, isNeeded = false }) => {
      const outcome = done[id]?.outcome;
      return outcome === undefined || outcome === 'cut' || (outcome === 'FAILED' && isNeeded);
    });
  const position = steps.findIndex(({ id }) => id === selection.id);
  if (position === -1) throw new UsageError(`There is no step ${selection.id}; --list shows them`);
  return steps.slice(position, selection.kind === 'only' ? position + 1 : undefined);
}

/** Does steps in their order. State and log are written before and after each, so that a run that is cut can go on. */
export async function runSteps<Context>(options: RunOptions<Context>): Promise<RunResult> {
  const { steps, selection, folder, report, signal, name = '' } = options;
  let { state } = options;
  const keep = (id: string, outcome: Outcome) => {
    state = { ...state, steps: { ...state.steps, [id]: outcome } };
    saveState(folder, state);
    writeLog(folder, state, steps);
  };
  const todo = new Map(stepsToDo(steps, selection, state.steps).map((step) => [step.id, step]));
  const interrupted = interruption(signal);
  let isOver = false;
  const one = async (id: string) => {
    const step = todo.get(id);
    if (step === undefined || isOver || signal.aborted) return;
    options.onBegin?.(id);
    const startedAt = new Date().toISOString();
    keep(id, { outcome: 'cut', answer: 'ended before it had an answer', startedAt, seconds: 0 });
    const outcome = await doStep(step, { ...options, state, interrupted }, startedAt);
    keep(id, outcome);
    report.end({ run: name, name: id, ...outcome });
    if (outcome.outcome === 'FAILED' && step.isNeeded === true) isOver = true;
  };
  const sideBySide = async (part: Order) => {
    await Promise.all(part.map((each) => (typeof each === 'string' ? one(each) : inTurn(each))));
  };
  const inTurn = async (part: Order) => {
    for (const each of part) await (typeof each === 'string' ? one(each) : sideBySide(each));
  };
  await inTurn(options.order ?? steps.map(({ id }) => id));
  const isGood = [...todo.keys()].every((id) => ['passed', 'skipped'].includes(state.steps[id]?.outcome ?? ''));
  return { state, isGood };
}

async function doStep<Context>(
  step: Step<Context>,
  { context, cannot = {}, state, signal, interrupted }: RunOptions<Context> & { readonly interrupted: Promise<never> },
  startedAt: string,
): Promise<Outcome> {
  const startedMs = performance.now();
  const end = (outcome: Outcome['outcome'], answer: string): Outcome => ({
    outcome,
    answer: safeText(answer),
    startedAt,
    seconds: Math.round(performance.now() - startedMs) / 1000,
  });
  const reason = cannot[step.id];
  if (reason !== undefined) return end('skipped', reason);
  const failed = step.needs?.find((id) => state.steps[id]?.outcome === 'FAILED');
  if (failed !== undefined)
    return end('FAILED', `not begun: it needs ${failed}, which failed; do that again with --only`);
  try {
    return end('passed', await Promise.race([step.run(context), interrupted]));
  } catch (error) {
    if (signal.aborted) return end('cut', 'the rehearsal was interrupted');
    const message = error instanceof Error ? error.message : String(error);
    if (!(error instanceof Unanswered)) return end('FAILED', message);
    // Steps that the emulator cannot answer stand in one list, so nothing else may stay open there.
    return state.isDry
      ? end('FAILED', `not in the list of what the emulator cannot do: ${message}`)
      : end('skipped', message);
  }
}

/** Fails as soon as the run is to end. What the step has begun to undo goes on for as long as the process lives. */
function interruption(signal: AbortSignal): Promise<never> {
  const promise = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('interrupted')), { once: true });
  });
  // It may come between two steps.
  promise.catch(() => undefined);
  return promise;
}

/**
 * Looks at the account before anything is done in it.
 * @param given the account that the person names @param caller the one of the credentials
 * @param stacks names of the stacks that are there
 * @throws OperationFailed where it is another account, or looks used
 */
export function refuseForeignAccount(
  { given, caller }: { readonly given: string; readonly caller: string },
  stacks: readonly string[],
): void {
  if (given !== caller)
    throw new OperationFailed(
      `These credentials are of account ${caller}, and --account names ${given}: nothing was done.`,
    );
  const ours = stacks.filter((name) => name.startsWith('PartnerRamp'));
  if (ours.length > 0)
    throw new OperationFailed(
      `Account ${caller} is in use: it has the stack ${ours.join(', ')}, which no rehearsal kept here has made. ` +
        'A rehearsal needs an account that may be thrown away. To go on with one that was cut: --resume.',
    );
}
