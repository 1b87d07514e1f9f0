import { invalidInput, invalidTransition, Problem, transactionNotFound } from '#shared/api/problems';
import { stage, wholeNumber } from '#shared/config/environment';
import type { WriteAction } from '#shared/data/table';
import { findSimulation, findTransaction, type Simulation, storeSimulation } from '#shared/data/transactions';
import { isTransactionHash } from '#shared/domain/ramp/transaction-hash';
import { accepts } from '#shared/domain/transactions/apply';
import type { OffRamp, Transaction } from '#shared/domain/transactions/transaction';
import type { Operation } from '#shared/http/edge';
import { applyProviderEvent, endOverdue } from '#shared/operations/apply-provider-event';
import type { contract } from './contract';

/**
 * Executes an off-ramp: from now on its tokens, once they are there, are paid out. Repeating the call answers
 * with the status as it is; an off-ramp that has ended without a payout refuses it.
 */
export const executeOffRamp: Operation<typeof contract> = async ({ caller, body, nowMs }) => {
  const stored = await findTransaction(body.transactionId);
  if (stored?.kind !== 'OFF_RAMP') throw transactionNotFound();
  if (stored.partnerId !== caller.partnerId) {
    throw new Problem('TRANSACTION_ACCESS_DENIED', 'Transaction does not belong to this partner');
  }
  const { transactionHash } = body;
  if (transactionHash !== undefined && !isTransactionHash(stored.blockchain, transactionHash)) {
    throw invalidInput([
      { field: 'transactionHash', message: `Must be a transaction hash of ${stored.blockchain}` },
    ]);
  }
  const current = await endOverdue(stored, nowMs);
  if (!accepts(current, 'EXECUTE')) return answer(current);
  const { transaction } = await applyProviderEvent(
    {
      provider: 'partner',
      eventId: `execute-${current.version}`,
      transactionId: current.id,
      trigger: 'EXECUTE',
      transactionHash,
      atMs: nowMs,
    },
    (verdict) => (verdict === 'applied' && stage() === 'sandbox' ? simulated(stored, nowMs) : []),
  );
  return answer(transaction);
};

/**
 * In the sandbox the tokens of an executed off-ramp arrive by themselves, a step later. The simulation is read with
 * each attempt: a deposit that is simulated at the same moment changes it too.
 */
async function simulated({ id: transactionId, partnerId }: OffRamp, nowMs: number): Promise<WriteAction[]> {
  const before = await findSimulation(transactionId);
  if (before?.dueAtMs !== undefined) return [];
  const next: Simulation = {
    transactionId,
    partnerId,
    branch: before?.branch ?? 'COMPLETE',
    deposits: true,
    version: (before?.version ?? 0) + 1,
    dueAtMs: nowMs + wholeNumber('SANDBOX_STEP_MS'),
  };
  return [storeSimulation(next, before)];
}

function answer({ id, status }: Transaction) {
  if (status === 'CANCELLED' || status === 'EXPIRED' || status === 'FAILED') throw invalidTransition();
  return { data: { id, status } };
}
