import {
  invalidInput,
  invalidTransition,
  transactionNotFound,
  transactionOfAnotherPartner,
} from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { idempotent } from '#shared/handlers/idempotent-operation';
import type { Reply, Request } from '#shared/handlers/partner-endpoint';
import { stage, wholeNumber } from '#shared/platform/config/environment';
import { accepts, withTransactionHash } from '#shared/transactions/domain/apply';
import { statusFacts } from '#shared/transactions/domain/status-facts';
import type { OffRamp, Transaction } from '#shared/transactions/domain/transaction';
import { findReportedTransaction } from '#shared/transactions/provider-reports/repository';
import {
  findSimulation,
  findTransaction,
  replaceTransaction,
  type Simulation,
  simulationAfterDeposit,
} from '#shared/transactions/repository';
import { applyEvent, expireIfDue } from '#shared/transactions/transitions/apply-event';
import { isTransactionHash } from '#shared/values/chains/address';
import { contract } from './contract';

/**
 * Executes an off-ramp: from now on its tokens, once they are there, are paid out. Repeating the call returns
 * with the status as it is; an off-ramp that has ended without a payout refuses it.
 */
export const executeOffRamp = idempotent({ contract, owner }, async (request, record) => {
  const { body, nowMs } = request;
  const [found, simulation] = await Promise.all([
    findReportedTransaction(body.transactionId),
    // In the sandbox the tokens of an executed off-ramp arrive by themselves, a step later.
    stage() === 'sandbox' ? findSimulation(body.transactionId) : undefined,
  ]);
  const stored = requireOwnOffRamp(found?.transaction, request);
  const { transactionHash } = body;
  if (transactionHash !== undefined && !isTransactionHash(stored.blockchain, transactionHash))
    throw invalidInput([{ field: 'transactionHash', message: `Must be a transaction hash of ${stored.blockchain}` }]);
  const current = await expireIfDue(stored, nowMs);
  const response = toResponse(current);
  if (!accepts(current, 'EXECUTE')) {
    await storeTransactionHash(current.id, transactionHash, nowMs);
    return response;
  }
  let recorded: Reply<typeof contract> | undefined;
  let attempts = 0;
  const { outcome, transaction } = await applyEvent(
    {
      source: 'partner',
      eventId: `execute-${current.version}`,
      transactionId: current.id,
      trigger: 'EXECUTE',
      transactionHash,
      atMs: nowMs,
    },
    async (outcome, { id, status }) => {
      // An earlier attempt's response was not written with its step.
      recorded = undefined;
      attempts += 1;
      if (outcome !== 'applied') return [];
      const { writes, reply } = await record({ id, status });
      recorded = reply;
      if (stage() !== 'sandbox') return writes;
      // A deposit that is simulated at the same moment changes it too.
      const before = attempts === 1 ? simulation : await findSimulation(id);
      return [...simulationWrites(stored, before, nowMs), ...writes];
    },
    found && { ...found, transaction: current },
  );
  // Another call was committed first: its step counts, and this call's hash is the newer one.
  if (outcome !== 'applied') await storeTransactionHash(transaction.id, transactionHash, nowMs);
  // The stored response shows the transaction after the write.
  return recorded !== undefined && 'replayed' in recorded ? recorded : toResponse(transaction);
});

/** The caller's off-ramp. @throws Problem */
function requireOwnOffRamp(stored: Transaction | undefined, { caller }: Request<typeof contract>): OffRamp {
  if (stored?.kind !== 'OFF_RAMP') throw transactionNotFound();
  if (stored.partnerId === caller.partnerId) return stored;
  throw transactionOfAnotherPartner();
}

async function owner(request: Request<typeof contract>): Promise<string> {
  return requireOwnOffRamp(await findTransaction(request.body.transactionId), request).userId;
}

/** Keeps the hash that a repeated call names: the newest one counts. */
async function storeTransactionHash(
  transactionId: string,
  transactionHash: string | undefined,
  nowMs: number,
): Promise<void> {
  if (transactionHash === undefined) return;
  await retryOnConflict(async () => {
    const before = await findTransaction(transactionId);
    if (before?.kind !== 'OFF_RAMP') return true;
    const next = withTransactionHash(before, transactionHash, nowMs);
    return next === undefined || (await replaceTransaction(before, next)) ? true : undefined;
  });
}

/** Lets the simulated deposit arrive, unless the next step is due before the deadline. @param before the simulation as read */
function simulationWrites(offRamp: OffRamp, before: Simulation | undefined, nowMs: number): PendingWrite[] {
  const { deadlineMs = Number.POSITIVE_INFINITY } = offRamp;
  if (before?.dueAtMs !== undefined && before.dueAtMs < deadlineMs) return [];
  return [simulationAfterDeposit(offRamp, before, nowMs + wholeNumber('SANDBOX_STEP_MS'))];
}

function toResponse({ id, status }: Transaction) {
  if (statusFacts[status].end === 'UNPAID') throw invalidTransition();
  return { data: { id, status } };
}
