/** Receipts: issued when they are first asked for, and the same from then on. */
import { receiptErased, receiptNotIssued, returnReceiptNotIssued } from '#shared/api/problems';
import { findAccountRecord } from '#shared/bank-accounts/repository';
import { findReceiver } from '#shared/receivers/repository';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { readTimelineEntries } from '#shared/transactions/repository';
import { findUser } from '#shared/users/repository';
import { newId } from '#shared/values/ids';
import type { Language } from '#shared/values/languages';
import { composeReceipt, composeReturnReceipt, type ReceiptSources } from './compose-receipt';
import { findReceipt, type ReceiptKind, type StoredReceipt, storeReceipt } from './repository';

/** The receipt of a completed transaction. @throws Problem before its completion, and when its user has been erased */
export async function issueReceipt(transaction: Transaction, nowMs: number): Promise<StoredReceipt> {
  if (transaction.status !== 'COMPLETED') throw receiptNotIssued();
  return issue(transaction, { kind: 'RECEIPT', nowMs }, (sources, language) => composeReceipt(sources, language));
}

/** The receipt of a payout that came back. @throws Problem before it came back, and when its user has been erased */
export async function issueReturnReceipt(transaction: Transaction, nowMs: number): Promise<StoredReceipt> {
  if (transaction.payoutReturn === undefined) throw returnReceiptNotIssued();
  const original = await issueReceipt(transaction, nowMs);
  return issue(transaction, { kind: 'RETURN_RECEIPT', nowMs }, (sources, language) =>
    composeReturnReceipt(sources, original.receiptId, language),
  );
}

/** Both receipts of a completed transaction. @throws Problem as `issueReceipt` */
export async function issueReceipts(transaction: Transaction, nowMs: number) {
  const receipt = await issueReceipt(transaction, nowMs);
  const isReturned = transaction.payoutReturn !== undefined;
  return { receipt, returned: isReturned ? await issueReturnReceipt(transaction, nowMs) : undefined };
}

async function issue(
  transaction: Transaction,
  { kind, nowMs }: { readonly kind: ReceiptKind; readonly nowMs: number },
  compose: (sources: ReceiptSources, language: Language) => object,
): Promise<StoredReceipt> {
  const issued = await findReceipt(transaction.id, kind);
  if (issued !== undefined) return issued;
  const sources = await readSources(transaction, nowMs);
  const text = (language: Language) => JSON.stringify(compose(sources, language));
  const receipt = { receiptId: sources.receiptId, texts: { en: text('en'), es: text('es'), pt: text('pt') } };
  if (await storeReceipt(transaction, kind, receipt)) return receipt;
  const other = await findReceipt(transaction.id, kind);
  if (other === undefined) throw receiptErased();
  return other;
}

async function readSources(transaction: Transaction, nowMs: number): Promise<ReceiptSources> {
  const [user, timeline, receiverName] = await Promise.all([
    findUser(transaction.userId),
    readTimelineEntries(transaction.id),
    findReceiverName(transaction),
  ]);
  if (user === undefined) throw receiptErased();
  // Deposits that do not fund the transaction leave its status as it is.
  const deposit = timeline.find(({ trigger, from, to }) => trigger === 'DEPOSIT_RECEIVED' && from !== to);
  return {
    receiptId: newId(nowMs),
    transaction,
    user,
    receiverName,
    depositedAtMs: deposit?.atMs,
    issuedAtMs: nowMs,
  };
}

/** The name of the receiver whose account is paid, where it is not the user's own. */
async function findReceiverName(transaction: Transaction): Promise<string | undefined> {
  if (transaction.kind === 'ON_RAMP' || transaction.bankAccountId === undefined) return undefined;
  const account = await findAccountRecord(transaction.bankAccountId);
  const receiver = account?.receiverId === undefined ? undefined : await findReceiver(account.receiverId);
  if (receiver === undefined) return undefined;
  return receiver.businessName ?? [receiver.firstName, receiver.lastName].join(' ');
}
