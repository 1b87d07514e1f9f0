import { findConnection } from '#shared/providers/http/settings';
import type { FiatCurrency } from '#shared/values/money/currency';
import type { StageName } from '#shared/values/stage-name';
import { httpDepositAccounts, type PayInAccount } from './http';

/** Name of the accounts of the sandbox. */
const beneficiary = 'Partner Ramp Sandbox';

/** Accounts of no bank, which deposits of the sandbox name. */
const sandboxAccounts: Readonly<Record<FiatCurrency, PayInAccount>> = {
  MXN: { country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP', beneficiary },
  DOP: { country: 'DO', accountIdentifier: '9601234567', bankName: 'Banco Sandbox', beneficiary },
  USD: { country: 'US', accountIdentifier: '900123456789', bankName: 'Sandbox Bank', beneficiary },
  EUR: { country: 'DE', accountIdentifier: 'DE89370400440532013000', bankName: 'Sandbox Bank', beneficiary },
};

const readDepositAccount = httpDepositAccounts();

/**
 * The account for deposits of a currency; `undefined` when the stage takes no deposits in that currency.
 * @throws ProviderCallFailed when the provider cannot be asked
 */
export async function payInAccountFor(stage: StageName, currency: FiatCurrency): Promise<PayInAccount | undefined> {
  if (stage === 'sandbox') return sandboxAccounts[currency];
  const connection = findConnection('banking');
  return connection && readDepositAccount(connection, currency);
}
