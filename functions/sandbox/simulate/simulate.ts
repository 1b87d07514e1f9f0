import { invalidTransition } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { idempotent, type RecordResponse } from '#shared/http/idempotency/idempotent-operation';
import type { Reply, Request } from '#shared/http/partner-endpoint';
import { wholeNumber } from '#shared/platform/config/environment';
import { sandboxRail, sandboxTransferHash } from '#shared/providers/custody/sandbox-transfers';
import {
  type ArmedBranch,
  canSimulate,
  isArmed,
  isReachable,
  simulatedTriggers,
} from '#shared/transactions/domain/sandbox/simulated-events';
import { nextStep } from '#shared/transactions/domain/sandbox/simulator';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { continuationWrites } from '#shared/transactions/holds/continue-payout';
import {
  findReportedTransaction,
  type ReportedTransaction,
  transactionVersionCheck,
} from '#shared/transactions/provider-reports/repository';
import { readOwnTransaction, requireOwnTransaction } from '#shared/transactions/read-own-transaction';
import {
  findSimulation,
  type Simulation,
  simulationAfterDeposit,
  simulationWrite,
} from '#shared/transactions/repository';
import { toTransactionResponse } from '#shared/transactions/response';
import { attemptEvent, expireIfDue } from '#shared/transactions/transitions/apply-event';
import { contract } from './contract';

type ImmediateTrigger = (typeof simulatedTriggers)[keyof typeof simulatedTriggers];

/**
 * Simulates an event of a sandbox transaction, through the state machine of all events. After a conflict with the
 * partner or the simulator everything is read again.
 */
export const simulate = idempotent({ contract, owner }, async (request, record) => {
  const { caller, params, body, nowMs } = request;
  const { event } = body;
  return retryOnConflict(async (attempt) => {
    const [reported, simulation] = await Promise.all([findReportedTransaction(params.id), findSimulation(params.id)]);
    const current = await expireIfDue(requireOwnTransaction(reported?.transaction, caller), nowMs);
    // After a conflict the event may be recorded.
    const read = attempt === 1 && reported ? { ...reported, transaction: current } : undefined;
    const found: Found = { current, read, simulation, nowMs, record };
    return isArmed(event) ? armBranch(found, event) : applyNow(found, simulatedTriggers[event]);
  });
});

async function owner({ params, caller }: Request<typeof contract>): Promise<string> {
  return (await readOwnTransaction(params.id, caller)).userId;
}

type SimulateReply = Reply<typeof contract>;

interface Found {
  readonly current: Transaction;
  /** Records that the first attempt has read. */
  readonly read: ReportedTransaction | undefined;
  readonly simulation: Simulation | undefined;
  readonly nowMs: number;
  readonly record: RecordResponse<typeof contract>;
}

/** Has the event reported now. After a deposit the steps run on by themselves. */
async function applyNow(
  { current, read, simulation: before, nowMs, record }: Found,
  trigger: ImmediateTrigger,
): Promise<SimulateReply | undefined> {
  let recorded: SimulateReply | undefined;
  if (!canSimulate(current, trigger)) throw invalidTransition();
  const result = await attemptEvent(
    {
      source: 'sandbox',
      eventId: `${trigger}-${current.version}`,
      transactionId: current.id,
      trigger,
      transactionHash: sandboxTransferHash(current, trigger),
      rail: sandboxRail(current, trigger),
      atVersion: current.version,
      atMs: nowMs,
    },
    async (outcome, after) => {
      if (outcome !== 'applied') return [];
      const { writes, reply } = await record(toTransactionResponse(after, nowMs));
      recorded = reply;
      if (trigger === 'HOLD_RELEASED') return [...(await continuationWrites(after, nowMs)), ...writes];
      return [...(trigger === 'DEPOSIT_RECEIVED' ? [continueSimulation(after, before, nowMs)] : []), ...writes];
    },
    read,
  );
  if (result?.outcome === 'refused') throw invalidTransition();
  // The stored answer shows the transaction after the write.
  if (recorded !== undefined && 'stored' in recorded) return result && recorded;
  return result && { data: toTransactionResponse(result.transaction, nowMs) };
}

/** After a deposit the steps run on. */
function continueSimulation(after: Transaction, before: Simulation | undefined, nowMs: number) {
  const hasNext = nextStep(after, { branch: before?.branch ?? 'COMPLETE', deposits: true }) !== undefined;
  return simulationAfterDeposit(after, before, hasNext ? nowMs + wholeNumber('SANDBOX_STEP_MS') : undefined);
}

/** Sets the branch that the simulator takes; `undefined` when the simulator has passed it. */
async function armBranch(
  { current, simulation: before, nowMs, record }: Found,
  branch: ArmedBranch,
): Promise<SimulateReply | undefined> {
  if (!isReachable(current, branch)) throw invalidTransition();
  const deposits = before?.deposits ?? false;
  // Simulated steps that wait for a person go on with this event.
  const hasNext = nextStep(current, { branch, deposits }) !== undefined;
  const dueAtMs = before?.dueAtMs ?? (hasNext ? nowMs + wholeNumber('SANDBOX_STEP_MS') : undefined);
  const { id: transactionId, partnerId } = current;
  const armed = { transactionId, partnerId, branch, deposits, dueAtMs };
  const { writes, reply } = await record(toTransactionResponse(current, nowMs));
  // The transaction and its simulation were read side by side: the one may be older than the other.
  const armWrites = [simulationWrite(armed, before), transactionVersionCheck(current)];
  return (await writeIfConditionsHold([...armWrites, ...writes])) ? reply : undefined;
}
