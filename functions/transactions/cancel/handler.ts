import { invalidTransition, notOwnerOfTransaction, transactionNotFound } from '#shared/api/problems';
import { type Operation, partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { accepts } from '#shared/transactions/domain/apply';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { findReportedTransaction } from '#shared/transactions/provider-reports/repository';
import { applyEvent, expireIfDue } from '#shared/transactions/transitions/apply-event';
import { contract } from './contract';

/** Cancels a transaction without a deposit. A repeated call changes nothing and returns no error. */
const cancelTransaction: Operation<typeof contract> = async ({ caller, params, nowMs }) => {
  const found = await findReportedTransaction(params.id);
  if (found === undefined) throw transactionNotFound();
  if (found.transaction.partnerId !== caller.partnerId) throw notOwnerOfTransaction();
  const current = await expireIfDue(found.transaction, nowMs);
  if (wasCancelled(current)) return toResponse(current);
  if (!accepts(current, 'CANCEL')) throw invalidTransition();
  const { transaction } = await applyEvent(
    {
      source: 'partner',
      eventId: `cancel-${current.version}`,
      transactionId: current.id,
      trigger: 'CANCEL',
      atMs: nowMs,
    },
    undefined,
    { ...found, transaction: current },
  );
  // If a deposit arrived first, the cancellation was refused.
  if (!wasCancelled(transaction)) throw invalidTransition();
  return toResponse(transaction);
};

function wasCancelled({ status, cancellationReason }: Transaction): boolean {
  return status === 'CANCELLED' && cancellationReason === 'CANCELLED_BY_PARTNER';
}

function toResponse({ id, userId, status }: Transaction) {
  return { data: { id, userId, status } };
}

export const handler = partnerEndpoint(contract, cancelTransaction);
