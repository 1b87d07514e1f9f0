/** The bank account that an off-ramp pays out to, and the rules of its country. */
import { badRequest, invalidInput } from '#shared/api/problems';
import {
  type BankDetails,
  guessCurrency,
  ibanViolation,
  resolveOffRampCountry,
} from '#shared/bank-accounts/domain/bank-account';
import {
  accountNumberForm,
  corridorFor,
  isTargetCountry,
  type TargetCountry,
} from '#shared/corridors/domain/regions';
import { assertInvoice } from '#shared/corridors/payout-rules';
import type { RecordKey } from '#shared/dynamodb/keys';
import type { StoredRecord } from '#shared/dynamodb/table';
import type { Request } from '#shared/http/partner-endpoint';
import type { Caller } from '#shared/partners/domain/partner';
import {
  type AccountChoice,
  accountLookupKey,
  assertCurrency,
  type PayoutAccount,
  readReceiverAccount,
  requireSavedAccount,
  resolveInlineAccount,
  toPayoutAccount,
} from '#shared/transactions/payouts/payout-account';
import type { FiatCurrency } from '#shared/values/money/currency';
import type { contract } from './contract';

type CreateRequest = Request<typeof contract>;
type Body = CreateRequest['body'];

/** The account fields of the request. */
export function toAccountChoice(body: Body): AccountChoice {
  const { userId, userBankInformation, userBankInformationId, receiverId } = body;
  return { userId, savedId: userBankInformationId, details: userBankInformation, receiverId };
}

/** Key of the account's item. Its currency may depend on a quote that is not read yet. */
export function lookupKeyFor(body: Body): RecordKey | undefined {
  const { userBankInformation: details = {}, fiatCurrency } = body;
  return accountLookupKey(
    toAccountChoice(body),
    resolveOffRampCountry(details, fiatCurrency ?? guessCurrency(details)),
  );
}

/** An account must be named, and a saved one must be the user's. @throws Problem */
export function assertAccountNamed(body: Body, accountItem: StoredRecord | undefined, caller: Caller): void {
  const choice = toAccountChoice(body);
  const { savedId, details, receiverId } = choice;
  if (savedId === undefined && details === undefined && receiverId === undefined) throw noAccountProblem();
  if (savedId !== undefined) requireSavedAccount(choice, accountItem, caller);
}

const noAccountProblem = () =>
  badRequest('Either userBankInformationId or userBankInformation must be provided');

/** The payout account. Its currency must be that of the payout. @throws Problem */
export async function resolveAccount(
  { body, caller, nowMs }: CreateRequest,
  fiat: FiatCurrency,
  {
    lookupKey,
    accountItem,
  }: { readonly lookupKey: RecordKey | undefined; readonly accountItem: StoredRecord | undefined },
): Promise<PayoutAccount> {
  const choice = toAccountChoice(body);
  const checkCountry = (country: TargetCountry, field: string) => {
    assertInvoice(country, body.invoiceFile);
    assertCurrency(field, fiat, corridorFor(country).currency);
  };
  if (choice.savedId !== undefined) {
    const record = requireSavedAccount(choice, accountItem, caller);
    checkCountry(record.details.country, 'userBankInformationId');
    return toPayoutAccount(record);
  }
  if (choice.details !== undefined) {
    const { details } = choice;
    const country = resolveCountry(details, fiat);
    checkCountry(country, 'userBankInformation.country');
    const owner = { partnerId: caller.partnerId, userId: body.userId, receiverId: undefined };
    return resolveInlineAccount({
      owner,
      country,
      details,
      prefix: 'userBankInformation',
      accountItem,
      lookupKey,
      nowMs,
    });
  }
  if (choice.receiverId !== undefined) {
    const record = await readReceiverAccount(choice.receiverId, body.userId, caller);
    checkCountry(record.details.country, 'receiverId');
    return toPayoutAccount(record);
  }
  throw noAccountProblem();
}

/** @throws Problem when an IBAN has to name the country, and names none that euro are paid to */
function resolveCountry(details: BankDetails, fiat: FiatCurrency): TargetCountry {
  const country = resolveOffRampCountry(details, fiat);
  const isServed = country !== undefined && isTargetCountry(country);
  const isByIban = country !== details.country && fiat === 'EUR';
  if (isServed && !(isByIban && accountNumberForm(country) !== 'IBAN')) return country;
  throw invalidInput([{ field: 'userBankInformation.iban', message: ibanViolation(details) }]);
}
