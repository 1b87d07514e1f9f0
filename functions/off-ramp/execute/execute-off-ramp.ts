import { invalidInput, invalidTransition, Problem, transactionNotFound } from '#shared/api/problems';
import { stage, wholeNumber } from '#shared/config/environment';
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
  const simulation = stage() === 'sandbox' ? await findSimulation(current.id) : undefined;
  const { transaction } = await applyProviderEvent(
    {
      provider: 'partner',
      eventId: `execute-${current.version}`,
      transactionId: current.id,
      trigger: 'EXECUTE',
      transactionHash,
      atMs: nowMs,
    },
    () => (stage() === 'sandbox' ? simulated(stored, simulation, nowMs) : []),
  );
  return answer(transaction);
};

/** In the sandbox the tokens of an executed off-ramp arrive by themselves, a step later. */
function simulated({ id: transactionId, partnerId }: OffRamp, before: Simulation | undefined, nowMs: number) {
  if (before?.dueAtMs !== undefined) return [];
  const common = {
    transactionId,
    partnerId,
    deposits: true,
    dueAtMs: nowMs + wholeNumber('SANDBOX_STEP_MS'),
  };
  const next: Simulation = {
    branch: before?.branch ?? 'COMPLETE',
    version: (before?.version ?? 0) + 1,
    ...common,
  };
  return [storeSimulation(next, before)];
}

function answer({ id, status }: Transaction) {
  if (status === 'CANCELLED' || status === 'EXPIRED' || status === 'FAILED') throw invalidTransition();
  return { data: { id, status } };
}
