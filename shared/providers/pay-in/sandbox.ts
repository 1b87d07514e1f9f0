import type { FiatCurrency } from '#shared/values/money/currency';
import type { PayInAccount } from './port';

/** Accounts of no bank, which deposits of the sandbox name. */
export const sandboxAccounts: Readonly<Record<FiatCurrency, PayInAccount>> = {
  MXN: { country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP' },
  DOP: { country: 'DO', accountIdentifier: '9601234567', bankName: 'Banco Sandbox' },
  USD: { country: 'US', accountIdentifier: '900123456789', bankName: 'Sandbox Bank' },
  EUR: { country: 'DE', accountIdentifier: 'DE89370400440532013000', bankName: 'Sandbox Bank' },
};
