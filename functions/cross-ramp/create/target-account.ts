import { badRequest, invalidInput } from '#shared/api/problems';
import type { Key } from '#shared/data/keys';
import type { RawItem } from '#shared/data/table';
import { currencyOf, targetCountryOf } from '#shared/domain/banks/bank-account';
import type { BankAccountRecord } from '#shared/domain/banks/bank-account-record';
import { isTargetCountry, type TargetCountry } from '#shared/domain/banks/countries';
import type { FiatCurrency } from '#shared/domain/money/currency';
import type { Request } from '#shared/http/edge';
import {
  type AccountChoice,
  inlineAccount,
  type PayoutAccount,
  receiverAccount,
  savedAccount,
  withoutPartnerHint,
} from '#shared/operations/payout-account';
import type { contract } from './contract';

type CreateRequest = Request<typeof contract>;
type Body = CreateRequest['body'];

/**
 * The country money goes to, told by the first of several fields, and the rules that hang on it.
 * @throws Problem
 */
export function checkedCountry(
  body: Body,
  targetCurrency: FiatCurrency,
  saved: TargetCountry | undefined,
): TargetCountry {
  const country = saved ?? targetCountryOf(body.targetCountry, body.targetBankAccount, targetCurrency);
  if (country === undefined) {
    throw invalidInput([{ field: 'targetBankAccount.iban', message: 'Required for accounts in EUR' }]);
  }
  if (!isTargetCountry(country)) throw badRequest(`Unsupported country for cross-ramp: ${country}`);
  if (country === 'CN' && (body.invoiceFile === undefined || body.invoiceFile === '')) {
    throw badRequest('invoiceFile is required when target bank account country is CN');
  }
  if (currencyOf(country) !== targetCurrency) {
    throw badRequest(
      `Target currency must match target bank account currency: expected ${currencyOf(country)}, got ${targetCurrency}`,
    );
  }
  return country;
}

/**
 * The account that the request names: a saved one, or the newest of a receiver; `undefined` when it brings
 * details of its own. Whose it is comes before every rule, so that no answer tells of somebody else's account.
 * @throws Problem
 */
export async function namedAccount(
  { body, caller }: CreateRequest,
  fact: RawItem | undefined,
): Promise<BankAccountRecord | undefined> {
  const choice = choiceOf(body);
  if (choice.savedId !== undefined) return withoutPartnerHint(() => savedAccount(choice, fact, caller));
  if (choice.details !== undefined) return undefined;
  if (choice.receiverId !== undefined) return receiverAccount(choice.receiverId, body.userId, caller);
  throw badRequest('Either targetBankAccount or targetBankAccountId must be provided');
}

/** The account of the details in the request. @throws Problem when they are missing or malformed */
export async function detailedAccount(
  { body, caller, nowMs }: CreateRequest,
  country: TargetCountry,
  { factKey, fact }: { readonly factKey: Key | undefined; readonly fact: RawItem | undefined },
): Promise<PayoutAccount> {
  const owner = { partnerId: caller.partnerId, userId: body.userId, receiverId: undefined };
  const details = body.targetBankAccount ?? {};
  return inlineAccount({ owner, country, details, prefix: 'targetBankAccount', fact, factKey, nowMs });
}

/** What the request says of the account. */
export function choiceOf({
  userId,
  targetBankAccount,
  targetBankAccountId,
  receiverId,
}: Body): AccountChoice {
  return { userId, savedId: targetBankAccountId, details: targetBankAccount, receiverId };
}
