/** Receipts: issued at the first request and unchanged afterwards. */

import Negotiator from 'negotiator';
import { receiptErased, receiptNotIssued, returnReceiptNotIssued } from '#shared/api/problems';
import { findAccountRecord } from '#shared/bank-accounts/repository';
import { negotiateLanguage } from '#shared/http/negotiate-language';
import { findReceiver } from '#shared/receivers/repository';
import { payerCountry, type Transaction } from '#shared/transactions/domain/transaction';
import { readTimelineEntries } from '#shared/transactions/repository';
import { findUser } from '#shared/users/repository';
import { newId } from '#shared/values/ids';
import type { Language } from '#shared/values/languages';
import { composeReceipt, composeReturnReceipt, type ReceiptSources } from './compose-receipt';
import { type IssuedReceipt, readReceiptDocument } from './receipt-document';
import { findReceipt, type ReceiptKind, storeReceipt } from './repository';

const PDF = 'application/pdf';

interface ReceiptRequest {
  /** @default the language of the user's country */
  readonly language: Language | undefined;
  /** The `Accept` header of the request (RFC 9110, 12.5.1). At equal quality, JSON is preferred to PDF. */
  readonly accept: string | undefined;
  readonly nowMs: number;
}

/** Builds the response with an issued receipt, as JSON or PDF. @throws the same Problems as `readReceiptDocument` */
export async function toReceiptReply(issued: IssuedReceipt, { language: chosen, accept, nowMs }: ReceiptRequest) {
  const country = payerCountry(issued.transaction);
  const language = chosen ?? negotiateLanguage({ acceptLanguage: undefined, chosen: undefined }, country);
  if (!wantsPdf(accept)) return { data: JSON.parse(issued.receipt.texts[language]) };
  const { body, sha256, name } = await readReceiptDocument(issued, { language, nowMs });
  const headers = {
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'x-document-sha256': sha256,
  };
  return { file: { contentType: PDF, body, headers } };
}

function wantsPdf(accept: string | undefined): boolean {
  return new Negotiator({ headers: { accept } }).mediaType(['application/json', PDF]) === PDF;
}

/**
 * Returns the receipt of a completed transaction, and issues the receipt at the first request.
 * @throws Problem if the transaction is not completed or its user was erased
 */
export async function issueReceipt(transaction: Transaction, nowMs: number): Promise<IssuedReceipt> {
  if (transaction.status !== 'COMPLETED') throw receiptNotIssued();
  return issue(transaction, { kind: 'RECEIPT', nowMs }, (sources, language) => composeReceipt(sources, language));
}

/**
 * Returns the receipt of a returned payout, and issues the receipt at the first request.
 * @throws Problem if the payout was not returned or the user was erased
 */
export async function issueReturnReceipt(transaction: Transaction, nowMs: number): Promise<IssuedReceipt> {
  if (transaction.payoutReturn === undefined) throw returnReceiptNotIssued();
  const original = await issueReceipt(transaction, nowMs);
  return issue(transaction, { kind: 'RETURN_RECEIPT', nowMs }, (sources, language) =>
    composeReturnReceipt(sources, original.receipt.receiptId, language),
  );
}

/** Returns the receipt and, after a returned payout, the return receipt. @throws the same Problems as `issueReceipt` */
export async function issueReceipts(transaction: Transaction, nowMs: number) {
  const receipt = await issueReceipt(transaction, nowMs);
  const isReturned = transaction.payoutReturn !== undefined;
  return { receipt, returned: isReturned ? await issueReturnReceipt(transaction, nowMs) : undefined };
}

async function issue(
  transaction: Transaction,
  { kind, nowMs }: { readonly kind: ReceiptKind; readonly nowMs: number },
  compose: (sources: ReceiptSources, language: Language) => object,
): Promise<IssuedReceipt> {
  const found = await findReceipt(transaction.id, kind);
  if (found !== undefined) return { transaction, kind, receipt: found };
  const sources = await readSources(transaction, nowMs);
  const text = (language: Language) => JSON.stringify(compose(sources, language));
  const receipt = { receiptId: sources.receiptId, texts: { en: text('en'), es: text('es'), pt: text('pt') } };
  if (await storeReceipt(transaction, kind, receipt)) return { transaction, kind, receipt };
  const other = await findReceipt(transaction.id, kind);
  if (other === undefined) throw receiptErased();
  return { transaction, kind, receipt: other };
}

async function readSources(transaction: Transaction, nowMs: number): Promise<ReceiptSources> {
  const [user, timeline, receiverName] = await Promise.all([
    findUser(transaction.userId),
    readTimelineEntries(transaction.id),
    findReceiverName(transaction),
  ]);
  if (user === undefined) throw receiptErased();
  // Find the deposit that funded the transaction. Other deposits do not change the status.
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

/** Returns the receiver's name if the payout account belongs to a receiver instead of the user. */
async function findReceiverName(transaction: Transaction): Promise<string | undefined> {
  if (transaction.kind === 'ON_RAMP' || transaction.bankAccountId === undefined) return undefined;
  const account = await findAccountRecord(transaction.bankAccountId);
  const receiver = account?.receiverId === undefined ? undefined : await findReceiver(account.receiverId);
  if (receiver === undefined) return undefined;
  return receiver.businessName ?? [receiver.firstName, receiver.lastName].join(' ');
}
