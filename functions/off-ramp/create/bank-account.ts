/** The bank account that an off-ramp pays out to, and the rules of its country. */
import { badRequest, invalidInput } from '#shared/api/problems';
import {
  type BankDetails,
  guessCurrency,
  ibanViolation,
  resolveOffRampCountry,
} from '#shared/bank-accounts/domain/bank-account';
import { accountNumberForm, corridorFor, isTargetCountry, type TargetCountry } from '#shared/corridors/domain/regions';
import { assertInvoice } from '#shared/corridors/payout-rules';
import type { Request } from '#shared/http/partner-endpoint';
import type { Caller } from '#shared/partners/domain/partner';
import type { AccountChoice, AccountRead } from '#shared/transactions/create/repository';
import {
  findNamedAccount,
  type PayoutAccount,
  requireSavedAccount,
  resolvePayoutAccount,
} from '#shared/transactions/payouts/payout-account';
import type { FiatCurrency } from '#shared/values/money/currency';
import type { contract } from './contract';

type CreateRequest = Request<typeof contract>;
type Body = CreateRequest['body'];

/** The account fields of the request. Its currency may depend on a quote that is not read yet. */
export function accountChoice(body: Body): AccountChoice {
  const { userId, userBankInformation, userBankInformationId, receiverId, fiatCurrency } = body;
  const details = userBankInformation ?? {};
  return {
    userId,
    savedId: userBankInformationId,
    details: userBankInformation,
    country: resolveOffRampCountry(details, fiatCurrency ?? guessCurrency(details)),
    receiverId,
  };
}

/** An account must be named, and a saved one must be the user's. @throws Problem */
export function assertAccountNamed(body: Body, account: AccountRead, caller: Caller): void {
  const { userId, userBankInformationId, userBankInformation, receiverId } = body;
  if (userBankInformationId !== undefined) requireSavedAccount(userId, account, caller);
  else if (userBankInformation === undefined && receiverId === undefined) throw noAccountProblem();
}

const noAccountProblem = () =>
  badRequest('BANK_ACCOUNT_REQUIRED', 'Either userBankInformationId or userBankInformation must be provided');

/** The payout account. Its currency must be that of the payout. @throws Problem */
export async function resolveAccount(
  request: CreateRequest,
  fiat: FiatCurrency,
  account: AccountRead,
): Promise<PayoutAccount> {
  const { body, caller } = request;
  const { userBankInformationId, userBankInformation: details } = body;
  const named = await findNamedAccount(accountChoice(body), account, caller);
  if (named === undefined && details === undefined) throw noAccountProblem();
  const country = named?.details.country ?? resolveCountry(details ?? {}, fiat);
  assertInvoice(country, body.invoiceFile);
  const { currency } = corridorFor(country);
  if (currency !== fiat) {
    const inlineOrReceiver = named === undefined ? 'userBankInformation.country' : 'receiverId';
    const field = userBankInformationId === undefined ? inlineOrReceiver : 'userBankInformationId';
    throw invalidInput([{ field, message: `Is an account in ${currency}; the payout is in ${fiat}` }]);
  }
  return resolvePayoutAccount(request, named, { country, details, prefix: 'userBankInformation', account });
}

/** @throws Problem when an IBAN has to name the country, and names none that euro are paid to */
function resolveCountry(details: BankDetails, fiat: FiatCurrency): TargetCountry {
  const country = resolveOffRampCountry(details, fiat);
  const isServed = country !== undefined && isTargetCountry(country);
  const isByIban = country !== details.country && fiat === 'EUR';
  if (isServed && !(isByIban && accountNumberForm(country) !== 'IBAN')) return country;
  throw invalidInput([{ field: 'userBankInformation.iban', message: ibanViolation(details) }]);
}
