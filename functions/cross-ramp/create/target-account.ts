import { accountOfAnotherOwner, badRequest, invalidInput, Problem } from '#shared/api/problems';
import { guessCurrency, ibanViolation, resolveTargetCountry } from '#shared/bank-accounts/domain/bank-account';
import type { BankAccountRecord } from '#shared/bank-accounts/domain/bank-account-record';
import { corridorFor, isTargetCountry, type TargetCountry } from '#shared/corridors/domain/regions';
import { assertInvoice } from '#shared/corridors/payout-rules';
import type { Request } from '#shared/http/partner-endpoint';
import type { AccountChoice, AccountRead } from '#shared/transactions/create/repository';
import { findNamedAccount } from '#shared/transactions/payouts/payout-account';
import type { FiatCurrency } from '#shared/values/money/currency';
import type { contract } from './contract';

type CreateRequest = Request<typeof contract>;
type Body = CreateRequest['body'];

/**
 * The country of the payout, from the first of several fields, and its rules. A country in the request must be that of
 * a saved account.
 * @throws Problem
 */
export function resolveCountry(
  body: Body,
  targetCurrency: FiatCurrency,
  saved: TargetCountry | undefined,
): TargetCountry {
  const country = namedCountry(body, targetCurrency, saved);
  if (!isTargetCountry(country))
    throw badRequest('COUNTRY_NOT_SUPPORTED', `Unsupported country for cross-ramp: ${country}`);
  if (saved !== undefined && country !== saved)
    throw badRequest(
      'COUNTRY_MISMATCH',
      `Target country must match target bank account country: expected ${saved}, got ${country}`,
    );
  assertInvoice(country, body.invoiceFile);
  if (corridorFor(country).currency !== targetCurrency) {
    throw badRequest(
      'CURRENCY_MISMATCH',
      `Target currency must match target bank account currency: expected ${corridorFor(country).currency}, got ${targetCurrency}`,
    );
  }
  return country;
}

/** @throws Problem when an IBAN has to name the country, and does not */
function namedCountry(body: Body, currency: FiatCurrency, saved: TargetCountry | undefined): string {
  const { targetCountry, targetBankAccount } = body;
  const country =
    saved === undefined ? resolveTargetCountry(targetCountry, targetBankAccount, currency) : (targetCountry ?? saved);
  if (country !== undefined) return country;
  throw invalidInput([{ field: 'targetBankAccount.iban', message: ibanViolation(targetBankAccount) }]);
}

/**
 * The account that the request names; `undefined` when it brings details of its own. The owner is checked before every
 * other rule, so that no answer reveals another user's account: another partner's is answered like another user's.
 * @throws Problem
 */
export async function requireAccount(
  { body, caller }: CreateRequest,
  account: AccountRead,
): Promise<BankAccountRecord | undefined> {
  try {
    const named = await findNamedAccount(accountChoice(body), account, caller);
    if (named !== undefined || body.targetBankAccount !== undefined) return named;
  } catch (error) {
    const isForeign = error instanceof Problem && error.code === 'USER_BANK_INFO_ACCESS_DENIED';
    throw isForeign && body.targetBankAccountId !== undefined ? accountOfAnotherOwner(error) : error;
  }
  throw badRequest('BANK_ACCOUNT_REQUIRED', 'Either targetBankAccount or targetBankAccountId must be provided');
}

/** The account fields of the request. Its currency may depend on a quote that is not read yet. */
export function accountChoice(body: Body): AccountChoice {
  const { userId, targetBankAccountId, receiverId, targetBankAccount, targetCountry, targetCurrency } = body;
  const details = targetBankAccount ?? {};
  return {
    userId,
    savedId: targetBankAccountId,
    details: targetBankAccount,
    country: resolveTargetCountry(targetCountry, details, targetCurrency ?? guessCurrency(details)),
    receiverId,
  };
}
