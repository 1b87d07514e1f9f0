import { detailFaults } from '#shared/api/bank-details';
import { badRequest, invalidInput, Problem } from '#shared/api/problems';
import { stage } from '#shared/config/environment';
import { accountOf, type BankAccount, currencyOf, targetCountryOf } from '#shared/domain/banks/bank-account';
import { isTargetCountry, type TargetCountry } from '#shared/domain/banks/countries';
import type { FiatCurrency } from '#shared/domain/money/currency';
import type { Request } from '#shared/http/edge';
import type { contract } from './contract';

type Body = Request<typeof contract>['body'];

/**
 * The country money goes to, told by the first of several fields, and the rules that hang on it.
 * @throws Problem
 */
export function checkedCountry(body: Body, targetCurrency: FiatCurrency): TargetCountry {
  const country = targetCountryOf(body.targetCountry, body.targetBankAccount, targetCurrency);
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

/** The account money goes to. @throws Problem when details are missing or malformed, or a saved one is unknown */
export function targetAccount(body: Body, country: TargetCountry): BankAccount {
  // Accounts cannot be saved yet, so every identifier of one is unknown.
  if (body.targetBankAccountId !== undefined)
    throw new Problem('USER_BANK_INFO_NOT_FOUND', 'User bank information not found.');
  const details = body.targetBankAccount ?? {};
  const faults = detailFaults(country, details, { prefix: 'targetBankAccount', stage: stage() });
  if (faults.length > 0) throw invalidInput(faults);
  return accountOf(country, details);
}
