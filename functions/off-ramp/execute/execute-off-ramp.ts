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
 * Executes an off-ramp: the service pays out after the tokens arrive. A repeated call returns the current status. An off-ramp
 * that ended without a payout returns an error.
 */
export const executeOffRamp = idempotent({ contract, owner }, async (request, record) => {
  const { body, nowMs } = request;
  const [found, simulation] = await Promise.all([
    findReportedTransaction(body.transactionId),
    // In the sandbox, the tokens of an executed off-ramp arrive automatically, one simulated step later.
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
      // The previous attempt did not write its response, so create a new response.
      recorded = undefined;
      attempts += 1;
      if (outcome !== 'applied') return [];
      const { writes, reply } = await record({ id, status });
      recorded = reply;
      if (stage() !== 'sandbox') return writes;
      // After a conflict, read the simulation again: a concurrent simulated deposit may have changed the simulation.
      const before = attempts === 1 ? simulation : await findSimulation(id);
      return [...simulationWrites(stored, before, nowMs), ...writes];
    },
    found && { ...found, transaction: current },
  );
  // A concurrent call already executed the off-ramp. Store only the hash, because this call's hash is newer.
  if (outcome !== 'applied') await storeTransactionHash(transaction.id, transactionHash, nowMs);
  // With an idempotency key, the write also stored the response: return exactly this response.
  return recorded !== undefined && 'replayed' in recorded ? recorded : toResponse(transaction);
});

/** Returns the caller's off-ramp. @throws Problem */
function requireOwnOffRamp(stored: Transaction | undefined, { caller }: Request<typeof contract>): OffRamp {
  if (stored?.kind !== 'OFF_RAMP') throw transactionNotFound();
  if (stored.partnerId === caller.partnerId) return stored;
  throw transactionOfAnotherPartner();
}

async function owner(request: Request<typeof contract>): Promise<string> {
  return requireOwnOffRamp(await findTransaction(request.body.transactionId), request).userId;
}

/** Stores the hash of a repeated call; the last hash replaces earlier hashes. */
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

/**
 * Schedules the simulated deposit. If a simulated step is already due before the off-ramp's deadline, changes nothing.
 * @param before the simulation, as read before the write
 */
function simulationWrites(offRamp: OffRamp, before: Simulation | undefined, nowMs: number): PendingWrite[] {
  const { deadlineMs = Number.POSITIVE_INFINITY } = offRamp;
  if (before?.dueAtMs !== undefined && before.dueAtMs < deadlineMs) return [];
  return [simulationAfterDeposit(offRamp, before, nowMs + wholeNumber('SANDBOX_STEP_MS'))];
}

function toResponse({ id, status }: Transaction) {
  if (statusFacts[status].end === 'UNPAID') throw invalidTransition();
  return { data: { id, status } };
}
