import { invalidTransition } from '#shared/api/problems';
import { transactionView } from '#shared/api/views/transaction';
import { wholeNumber } from '#shared/config/environment';
import { writeIfConditionsHold } from '#shared/data/table';
import { findSimulation, type Simulation, storeSimulation } from '#shared/data/transactions';
import { nextStep } from '#shared/domain/sandbox/autopilot';
import { type ArmedBranch, canHappen, isArmed, liesAhead } from '#shared/domain/sandbox/simulated-events';
import type { Transaction } from '#shared/domain/transactions/transaction';
import type { Reply, Request } from '#shared/http/edge';
import { answerOnce, type RecordAnswer } from '#shared/operations/answer-once';
import { attemptProviderEvent, endOverdue } from '#shared/operations/apply-provider-event';
import { readOwnTransaction } from '#shared/operations/ownership';
import { inRounds } from '#shared/operations/rounds';
import { sandboxTransferHash } from '#shared/providers/custody/sandbox-transfers';
import { contract } from './contract';

type Event = Exclude<Request<typeof contract>['body']['event'], ArmedBranch>;

/**
 * Lets something happen to a sandbox transaction, through the same state machine as everything else. What the partner
 * or the simulator does at the same moment comes first or after it: then all of it is read again.
 */
export const simulate = answerOnce({ contract, owner }, async (request, record) => {
  const { caller, params, body, nowMs } = request;
  const { event } = body;
  return inRounds(async () => {
    // Before the transaction: each step of the simulator moves the simulation's version on.
    const simulation = await findSimulation(params.id);
    const current = await endOverdue(await readOwnTransaction(params.id, caller), nowMs);
    const found: Found = { current, simulation, nowMs, record };
    return isArmed(event) ? arm(found, event) : happen(found, event);
  });
});

async function owner({ params, caller }: Request<typeof contract>): Promise<string> {
  return (await readOwnTransaction(params.id, caller)).userId;
}

type Answer = Reply<typeof contract>;

interface Found {
  readonly current: Transaction;
  readonly simulation: Simulation | undefined;
  readonly nowMs: number;
  readonly record: RecordAnswer<typeof contract>;
}

/** Has the event reported now. After a deposit the steps run on by themselves. */
async function happen(
  { current, simulation: before, nowMs, record }: Found,
  trigger: Event,
): Promise<Answer | undefined> {
  let recorded: Answer | undefined;
  if (!canHappen(current, trigger)) throw invalidTransition();
  const result = await attemptProviderEvent(
    {
      provider: 'sandbox',
      eventId: `${trigger}-${current.version}`,
      transactionId: current.id,
      trigger,
      transactionHash: sandboxTransferHash(current, trigger),
      atVersion: current.version,
      atMs: nowMs,
    },
    async (verdict, after) => {
      if (verdict !== 'applied') return [];
      const { writes, reply } = await record(transactionView(after, nowMs));
      recorded = reply;
      return [...(trigger === 'DEPOSIT_RECEIVED' ? [runOn(after, before, nowMs)] : []), ...writes];
    },
  );
  if (result?.verdict === 'refused') throw invalidTransition();
  // What is stored for a replay says how the write left the transaction.
  if (recorded !== undefined && 'stored' in recorded) return result && recorded;
  return result && { data: transactionView(result.transaction, nowMs) };
}

function runOn(after: Transaction, before: Simulation | undefined, nowMs: number) {
  const flight = { branch: before?.branch ?? 'COMPLETE', deposits: true } as const;
  const more = nextStep(after, flight) !== undefined;
  return storeSimulation(
    {
      ...idsOf(after),
      ...flight,
      version: versionAfter(before),
      dueAtMs: more ? nowMs + wholeNumber('SANDBOX_STEP_MS') : undefined,
    },
    before,
  );
}

/** Sets the branch that the simulator turns off at; `undefined` when the simulator was faster. */
async function arm(
  { current, simulation: before, nowMs, record }: Found,
  branch: ArmedBranch,
): Promise<Answer | undefined> {
  if (!liesAhead(current, branch)) throw invalidTransition();
  const deposits = before?.deposits ?? false;
  // What waits for a person goes on with it.
  const goesOn = nextStep(current, { branch, deposits }) !== undefined;
  const dueAtMs = before?.dueAtMs ?? (goesOn ? nowMs + wholeNumber('SANDBOX_STEP_MS') : undefined);
  const armed = { ...idsOf(current), branch, deposits, version: versionAfter(before), dueAtMs };
  const { writes, reply } = await record(transactionView(current, nowMs));
  return (await writeIfConditionsHold([storeSimulation(armed, before), ...writes])) ? reply : undefined;
}

function idsOf({ id, partnerId }: Transaction) {
  return { transactionId: id, partnerId };
}

function versionAfter(before: Simulation | undefined): number {
  return (before?.version ?? 0) + 1;
}
