import { badRequest, invalidInput } from '#shared/api/problems';
import type { Key } from '#shared/data/keys';
import type { RawItem } from '#shared/data/table';
import { ibanFault, targetCountryOf } from '#shared/domain/banks/bank-account';
import type { BankAccountRecord } from '#shared/domain/banks/bank-account-record';
import { currencyOf } from '#shared/domain/banks/corridors';
import { isTargetCountry, type TargetCountry } from '#shared/domain/banks/countries';
import type { FiatCurrency } from '#shared/domain/money/currency';
import type { Request } from '#shared/http/edge';
import { checkInvoiceGiven } from '#shared/operations/corridor-rules';
import {
  type AccountChoice,
  accountFactKey,
  inlineAccount,
  likelyCurrency,
  type PayoutAccount,
  receiverAccount,
  savedAccount,
  withoutPartnerHint,
} from '#shared/operations/payout-account';
import type { contract } from './contract';

type CreateRequest = Request<typeof contract>;
type Body = CreateRequest['body'];

/**
 * The country money goes to, named by the first of several fields, and the rules that hang on it. A saved account
 * is where it is: a country in the request must be that one.
 * @throws Problem
 */
export function checkedCountry(
  body: Body,
  targetCurrency: FiatCurrency,
  saved: TargetCountry | undefined,
): TargetCountry {
  const country = namedCountry(body, targetCurrency, saved);
  if (!isTargetCountry(country)) throw badRequest(`Unsupported country for cross-ramp: ${country}`);
  if (saved !== undefined && country !== saved) {
    throw badRequest(
      `Target country must match target bank account country: expected ${saved}, got ${country}`,
    );
  }
  checkInvoiceGiven(country, body.invoiceFile);
  if (currencyOf(country) !== targetCurrency) {
    throw badRequest(
      `Target currency must match target bank account currency: expected ${currencyOf(country)}, got ${targetCurrency}`,
    );
  }
  return country;
}

/** @throws Problem when an IBAN has to name the country, and does not */
function namedCountry(body: Body, currency: FiatCurrency, saved: TargetCountry | undefined): string {
  const { targetCountry, targetBankAccount } = body;
  const country =
    saved === undefined
      ? targetCountryOf(targetCountry, targetBankAccount, currency)
      : (targetCountry ?? saved);
  if (country !== undefined) return country;
  throw invalidInput([{ field: 'targetBankAccount.iban', message: ibanFault(targetBankAccount) }]);
}

/**
 * The account that the request names: a saved one, or the newest of a receiver; `undefined` when it brings
 * details of its own. Whose it is comes before every rule, so that no answer says anything of another's account.
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

/** Key of the item that tells about the account. Its currency may hang on a quote that is not read yet. */
export function factKeyOf(body: Body): Key | undefined {
  const { targetBankAccount: details = {}, targetCountry, targetCurrency } = body;
  const country = targetCountryOf(targetCountry, details, targetCurrency ?? likelyCurrency(details));
  return accountFactKey(choiceOf(body), country);
}

/** What the request says of the account. */
function choiceOf({ userId, targetBankAccount, targetBankAccountId, receiverId }: Body): AccountChoice {
  return { userId, savedId: targetBankAccountId, details: targetBankAccount, receiverId };
}
