/** Builds a receipt from the current transaction. An issued receipt is stored as text and never built again. */

import type * as z from 'zod/mini';
import type { AccountHolder } from '#shared/bank-accounts/domain/bank-account';
import { findPayoutZone, railsByZone } from '#shared/corridors/domain/payout-zones';
import { stage } from '#shared/platform/config/environment';
import { shownAnnotations } from '#shared/transactions/domain/annotations';
import { payoutAmount, sourceAmount, type Transaction } from '#shared/transactions/domain/transaction';
import type * as schemas from '#shared/transactions/response-schema';
import { toLegalNames, type User } from '#shared/users/domain/user';
import { toIsoTime } from '#shared/values/iso-time';
import type { Language } from '#shared/values/languages';
import { jsonNumber } from '#shared/values/money/decimal';
import { moneyNumber } from '#shared/values/money/money';
import { disclosuresFor, returnDisclosuresFor } from './disclosures';

/** Data for building a receipt. Times are epoch ms. */
export interface ReceiptSources {
  readonly receiptId: string;
  readonly transaction: Transaction;
  readonly user: User;
  /** Name of the receiver that owns the payout account, if the account belongs to a receiver. */
  readonly receiverName: string | undefined;
  readonly depositedAtMs: number | undefined;
  readonly issuedAtMs: number;
}

type Receipt = z.infer<typeof schemas.Receipt>;
type Rail = NonNullable<Receipt['rails']['payout']>;

/** Builds the receipt of a completed transaction. */
export function composeReceipt(sources: ReceiptSources, language: Language): Receipt {
  const { transaction, issuedAtMs } = sources;
  const [source, target] = [sourceAmount(transaction), payoutAmount(transaction)];
  return {
    ...commonFields(sources),
    issuedAt: toIsoTime(issuedAtMs),
    completedAt: toIsoTime(transaction.completedAtMs ?? issuedAtMs),
    ...parties(sources),
    sourceAmount: moneyNumber(source),
    sourceCurrency: source.currency,
    targetAmount: moneyNumber(target),
    targetCurrency: target.currency,
    fees:
      transaction.kind === 'CROSS_RAMP'
        ? [{ type: 'FIXED', amount: moneyNumber(transaction.fixedFee), currency: transaction.fixedFee.currency }]
        : [],
    rate: jsonNumber(transaction.rate),
    rails: { deposit: depositRail(sources), payout: payoutRail(transaction) },
    disclosures: disclosuresFor(transaction, language),
  };
}

/** Builds the receipt of a returned payout. @throws Error if the payout was not returned */
export function composeReturnReceipt(
  sources: ReceiptSources,
  originalReceiptId: string,
  language: Language,
): z.infer<typeof schemas.ReturnReceipt> {
  const { payoutReturn } = sources.transaction;
  if (payoutReturn === undefined) throw new Error('A return receipt of a payout that did not come back');
  return {
    ...commonFields(sources),
    originalReceiptId,
    issuedAt: toIsoTime(sources.issuedAtMs),
    returnedAt: toIsoTime(payoutReturn.atMs),
    ...parties(sources),
    amount: moneyNumber(payoutReturn.amount),
    currency: payoutReturn.amount.currency,
    reason: payoutReturn.reason,
    disclosures: returnDisclosuresFor(language),
  };
}

function commonFields({ receiptId, transaction }: ReceiptSources) {
  const { id: transactionId, kind: type } = transaction;
  return { environment: stage(), receiptId, transactionId, type, ...shownAnnotations(transaction) };
}

/**
 * Returns sender and recipient. The sender is the user. The recipient of an on-ramp is the user. Otherwise the recipient is the
 * holder of the payout account.
 */
function parties({ transaction, user, receiverName }: ReceiptSources): Pick<Receipt, 'sender' | 'recipient'> {
  const { firstName, lastName } = toLegalNames(user);
  const userName = fullName([firstName, lastName]);
  const nothing = { account: null, bankName: null, country: null, blockchain: null };
  const sender = { ...nothing, name: userName };
  if (transaction.kind === 'ON_RAMP') {
    const { destinationWalletAddress: account, blockchain } = transaction;
    return { sender, recipient: { ...nothing, name: userName, account, blockchain } };
  }
  const paid = transaction.kind === 'OFF_RAMP' ? transaction.bankAccount : transaction.targetBankAccount;
  const name = holderName(paid.accountHolder) ?? receiverName ?? userName;
  const { accountIdentifier: account, bankName, country } = paid;
  return { sender, recipient: { name, account, bankName, country, blockchain: null } };
}

function holderName(holder: AccountHolder | undefined): string | undefined {
  if (holder === undefined) return undefined;
  const name = holder.businessName ?? fullName([holder.firstName, holder.lastName]);
  return name === '' ? undefined : name;
}

function fullName(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}

function depositRail({ transaction, depositedAtMs }: ReceiptSources): Rail | null {
  if (depositedAtMs === undefined) return null;
  const at = toIsoTime(depositedAtMs);
  if (transaction.kind === 'OFF_RAMP') return { type: 'CHAIN', reference: transaction.transactionHash ?? null, at };
  const { country, message } =
    transaction.kind === 'ON_RAMP' ? transaction.depositAccount : transaction.sourceBankAccount;
  return { type: bankRail(country), reference: message, at };
}

function payoutRail(transaction: Transaction): Rail | null {
  if (transaction.completedAtMs === undefined) return null;
  const at = toIsoTime(transaction.completedAtMs);
  if (transaction.kind === 'ON_RAMP') return { type: 'CHAIN', reference: transaction.transactionHash ?? null, at };
  const account = transaction.kind === 'OFF_RAMP' ? transaction.bankAccount : transaction.targetBankAccount;
  const isSwift = transaction.kind === 'CROSS_RAMP' && transaction.targetRail === 'SWIFT';
  const type = isSwift ? 'SWIFT' : bankRail(account.country);
  const { payoutRail: reported } = transaction;
  return { type, reference: reported?.type === type ? reported.reference : null, at };
}

function bankRail(country: string): Rail['type'] {
  const zone = findPayoutZone(country);
  // `SWIFT` is only a fallback: payout accounts and our deposit accounts are always in countries with a payout zone.
  return zone === undefined ? 'SWIFT' : railsByZone[zone][0];
}
