/** The bank account that a transaction pays out to: a saved one, a receiver's, or the details in the request. */
import { detailFaults } from '#shared/api/bank-details';
import { invalidInput, Problem } from '#shared/api/problems';
import { stage } from '#shared/config/environment';
import {
  claimKeyOf,
  claimKeyOfDetails,
  liveBankAccount,
  newestReceiverAccount,
  saveInlineAccount,
} from '#shared/data/bank-accounts';
import { bankAccountKey, type Key } from '#shared/data/keys';
import { type RawItem, readItem, type WriteAction } from '#shared/data/table';
import { accountOf, type BankAccount, type BankDetails } from '#shared/domain/banks/bank-account';
import {
  type AccountOwner,
  accountOfRecord,
  type BankAccountRecord,
  isVerified,
  newBankAccount,
} from '#shared/domain/banks/bank-account-record';
import { isTargetCountry, type TargetCountry } from '#shared/domain/banks/countries';
import { isUuid, newId } from '#shared/domain/ids';
import type { FiatCurrency } from '#shared/domain/money/currency';
import type { Caller } from '#shared/domain/partners/partner';
import { ownBankAccount } from '#shared/operations/own-bank-account';
import { readOwnReceiver } from '#shared/operations/own-receiver';

/** What a request says of the account. A saved id counts before details, and both before a receiver. */
export interface AccountChoice {
  readonly userId: string;
  readonly savedId: string | undefined;
  readonly details: BankDetails | undefined;
  readonly receiverId: string | undefined;
}

/** The account as the transaction keeps it, and what has to be written with the transaction. */
export interface PayoutAccount {
  readonly account: BankAccount;
  readonly bankAccountId: string;
  /** A receiver's account passes no penny test: the user does not own it. */
  readonly writes: readonly WriteAction[];
}

/**
 * Key of the item that tells about the account, for the batch that a creation reads: the saved record, or the
 * look-up of the details.
 *
 * @param country that of the details, as far as it is known by then
 */
export function accountFactKey(choice: AccountChoice, country: string | undefined): Key | undefined {
  const { savedId, details, userId } = choice;
  if (savedId !== undefined) return isUuid(savedId) ? bankAccountKey(savedId.toLowerCase()) : undefined;
  if (details === undefined) return undefined;
  if (country === undefined || !isTargetCountry(country)) return undefined;
  return claimKeyOfDetails({ userId, receiverId: undefined }, country, details);
}

/** The currency that details look like, where the request names none: a wrong guess costs one more read. */
export function likelyCurrency({ accountIdentifier, iban, routingNumber }: BankDetails): FiatCurrency {
  if (iban !== undefined) return 'EUR';
  if (routingNumber !== undefined) return 'USD';
  return /^\d{18}$/.test(accountIdentifier ?? '') ? 'MXN' : 'DOP';
}

/** The saved account of the request, as the batch read it. @throws Problem when it is unknown or another's */
export function savedAccount(
  choice: AccountChoice,
  fact: RawItem | undefined,
  caller: Caller,
): BankAccountRecord {
  return ownBankAccount(liveBankAccount(fact), { partnerId: caller.partnerId, userId: choice.userId });
}

/** The newest account of the request's receiver. @throws Problem when there is no such receiver, or it has no account */
export async function receiverAccount(
  receiverId: string,
  userId: string,
  caller: Caller,
): Promise<BankAccountRecord> {
  const receiver = await readOwnReceiver(receiverId, caller);
  const newest = await newestReceiverAccount(caller.partnerId, receiver.id);
  return ownBankAccount(newest, { partnerId: caller.partnerId, userId });
}

/** A record as the account of a transaction. */
export function recordAsPayout(record: BankAccountRecord): PayoutAccount {
  return { account: accountOfRecord(record), bankAccountId: record.id, writes: [] };
}

/** Where details stand in a request, and what their country turned out to be. */
export interface DetailsOf {
  readonly owner: AccountOwner;
  readonly country: TargetCountry;
  readonly details: BankDetails;
  /** Dotted path of the details in the request. */
  readonly prefix: string;
  /** What the batch read at `accountFactKey`, and that key. */
  readonly fact: RawItem | undefined;
  readonly factKey: Key | undefined;
  readonly nowMs: number;
}

/** Checks inline details and saves them with the transaction, unless their owner has an equal account. @throws Problem */
export async function inlineAccount({
  owner,
  country,
  details,
  prefix,
  fact,
  factKey,
  nowMs,
}: DetailsOf): Promise<PayoutAccount> {
  const faults = detailFaults(country, details, { prefix, stage: stage() });
  if (faults.length > 0) throw invalidInput(faults);
  const { isVerified: _told, ...checked } = accountOf(country, details);
  const record = newBankAccount({ ...owner, id: newId(nowMs), details: checked }, nowMs);
  const key = claimKeyOf(record);
  const known = key.PK === factKey?.PK && key.SK === factKey.SK;
  const saved = saveInlineAccount(record, known ? fact : await readItem(key));
  return {
    account: { ...checked, isVerified: isVerified(saved.verificationStatus) },
    bankAccountId: saved.bankAccountId,
    writes: saved.writes,
  };
}

/** A saved account must be of the currency that is paid out. @throws Problem naming the field */
export function mustFit(field: string, expected: FiatCurrency, actual: FiatCurrency): void {
  if (expected !== actual)
    throw invalidInput([{ field, message: `Is an account in ${actual}; the payout is in ${expected}` }]);
}

/** For cross-ramps another partner's account has the answer of another user's. */
export function withoutPartnerHint<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'USER_BANK_INFO_ACCESS_DENIED') throw error;
    throw new Problem(
      'USER_BANK_INFO_ACCESS_DENIED',
      'The bank information does not belong to the specified user.',
      { cause: error },
    );
  }
}
