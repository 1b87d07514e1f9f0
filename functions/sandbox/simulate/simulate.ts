import { invalidInput, invalidTransition } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { idempotent, type RecordResponse } from '#shared/handlers/idempotent-operation';
import type { Reply, Request } from '#shared/handlers/partner-endpoint';
import { requireScope } from '#shared/partners/require-scope';
import { wholeNumber } from '#shared/platform/config/environment';
import { sandboxRail, sandboxTransferHash } from '#shared/providers/custody/sandbox-transfers';
import { assertBelowMaximum, parseRequestedAmount } from '#shared/quotes/requested-amount';
import {
  type ArmedBranch,
  canSimulate,
  isArmed,
  isReachable,
  nextStep,
  simulatedTriggers,
} from '#shared/transactions/domain/sandbox/simulator';
import { statusFacts } from '#shared/transactions/domain/status-facts';
import { sourceAmount, type Transaction } from '#shared/transactions/domain/transaction';
import { continuationWrites } from '#shared/transactions/payouts/continue-payout';
import {
  findReportedTransaction,
  type ReportedTransaction,
  transactionVersionCheck,
} from '#shared/transactions/provider-reports/repository';
import { readOwnTransaction, requireOwnTransaction } from '#shared/transactions/read-own-transaction';
import { findSimulation, type Simulation, simulationWrite } from '#shared/transactions/repository';
import { toTransactionResponse } from '#shared/transactions/response';
import { attemptEvent, expireIfDue } from '#shared/transactions/transitions/apply-event';
import type { Money } from '#shared/values/money/money';
import { contract } from './contract';

type ImmediateTrigger = (typeof simulatedTriggers)[keyof typeof simulatedTriggers];

/** Simulates an event of a sandbox transaction with the real state machine. Reads everything again after a write conflict. */
export const simulate = idempotent({ contract, owner }, async (request, record) => {
  const { caller, params, body, nowMs } = request;
  const { event } = body;
  if (body.amount !== undefined && event !== 'DEPOSIT_RECEIVED')
    throw invalidInput([{ field: 'amount', message: 'Only DEPOSIT_RECEIVED has an amount' }]);
  return retryOnConflict(async (attempt) => {
    const [reported, simulation] = await Promise.all([findReportedTransaction(params.id), findSimulation(params.id)]);
    const own = requireOwnTransaction(reported?.transaction, caller);
    requireScope(caller, 'transactions:read');
    const current = await expireIfDue(own, nowMs);
    // After a conflict, only the read of `attemptEvent` shows whether this event is already stored.
    const read = attempt === 1 && reported ? { ...reported, transaction: current } : undefined;
    const { currency } = sourceAmount(current);
    const amount = body.amount === undefined ? undefined : parseRequestedAmount('amount', body.amount, currency);
    if (amount !== undefined) assertBelowMaximum('amount', amount);
    const found: Found = { current, read, simulation, nowMs, amount, record };
    return isArmed(event) ? armBranch(found, event) : applyNow(found, simulatedTriggers[event]);
  });
});

async function owner({ params, caller }: Request<typeof contract>): Promise<string> {
  const { userId } = await readOwnTransaction(params.id, caller);
  requireScope(caller, 'transactions:read');
  return userId;
}

type SimulateReply = Reply<typeof contract>;

interface Found {
  readonly current: Transaction;
  /** The transaction as the first attempt read it; `undefined` after a conflict. */
  readonly read: ReportedTransaction | undefined;
  readonly simulation: Simulation | undefined;
  readonly nowMs: number;
  /** The amount of a deposit, if the request contains one. */
  readonly amount: Money | undefined;
  readonly record: RecordResponse<typeof contract>;
}

/** Reports the event immediately. After a deposit, the simulator continues with the next steps. */
async function applyNow(
  { current, read, simulation: before, nowMs, amount, record }: Found,
  trigger: ImmediateTrigger,
): Promise<SimulateReply | undefined> {
  let recorded: SimulateReply | undefined;
  if (!canSimulate(current, trigger, amount)) throw invalidTransition();
  const result = await attemptEvent(
    {
      source: 'sandbox',
      eventId: `${trigger}-${current.version}`,
      transactionId: current.id,
      trigger,
      amount,
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
      return [
        ...(trigger === 'DEPOSIT_RECEIVED' ? [simulationAfterDepositWrite(after, before, nowMs)] : []),
        ...writes,
      ];
    },
    read,
  );
  if (result?.outcome === 'refused') throw invalidTransition();
  // With an idempotency key, the write also stored the response: return exactly this response.
  if (recorded !== undefined && 'replayed' in recorded) return result && recorded;
  return result && { data: toTransactionResponse(result.transaction, nowMs) };
}

/**
 * Sets the branch that the simulator will follow. Returns `undefined` after a write conflict, so that `retryOnConflict` repeats
 * the reads and the write.
 */
async function armBranch(
  { current, simulation: before, nowMs, record }: Found,
  branch: ArmedBranch,
): Promise<SimulateReply | undefined> {
  if (!isReachable(current, branch)) throw invalidTransition();
  const deposits = before?.deposits ?? false;
  // If the simulator has no scheduled step but the new branch has a next step, this event schedules the step.
  const hasNext = nextStep(current, { branch, deposits }) !== undefined;
  const dueAtMs = before?.dueAtMs ?? (hasNext ? nowMs + wholeNumber('SANDBOX_STEP_MS') : undefined);
  const { id: transactionId, partnerId } = current;
  const armed = { transactionId, partnerId, branch, deposits, dueAtMs };
  const { writes, reply } = await record(toTransactionResponse(current, nowMs));
  // The transaction and the simulation were read concurrently. The write therefore checks the versions of both.
  const armWrites = [simulationWrite(armed, before), transactionVersionCheck(current)];
  return (await writeIfConditionsHold([...armWrites, ...writes])) ? reply : undefined;
}

/** Returns the simulation's write after a deposit. No step is scheduled while the transaction still waits for a deposit. */
function simulationAfterDepositWrite(after: Transaction, before: Simulation | undefined, nowMs: number): PendingWrite {
  const { id: transactionId, partnerId } = after;
  const deposits = statusFacts[after.status].deposit !== 'AWAITED' || before?.deposits === true;
  const next = { transactionId, partnerId, branch: before?.branch ?? 'COMPLETE', deposits } as const;
  const runsOn = nextStep(after, next) !== undefined;
  return simulationWrite({ ...next, dueAtMs: runsOn ? nowMs + wholeNumber('SANDBOX_STEP_MS') : undefined }, before);
}
