import type { DepositAccount } from '#shared/transactions/domain/transaction';
import type { FiatCurrency } from '#shared/values/money/currency';

/** An account of ours at a bank. */
export type PayInAccount = Omit<DepositAccount, 'message'>;

export interface DepositAccounts {
  /** The account that deposits of a currency are paid into; `undefined` when the provider has none. */
  accountFor(currency: FiatCurrency): Promise<PayInAccount | undefined>;
}
