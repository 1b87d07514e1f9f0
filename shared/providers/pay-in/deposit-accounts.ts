import type { FiatCurrency } from '#shared/domain/money/currency';
import type { StageName } from '#shared/domain/partners/stage-name';
import type { DepositAccount } from '#shared/domain/transactions/transaction';

type Account = Omit<DepositAccount, 'message'>;

const sandboxAccounts: Record<FiatCurrency, Account> = {
  MXN: { country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP' },
  DOP: { country: 'DO', accountIdentifier: '9601234567', bankName: 'Banco Sandbox' },
  USD: { country: 'US', accountIdentifier: '900123456789', bankName: 'Sandbox Bank' },
  EUR: { country: 'DE', accountIdentifier: 'DE89370400440532013000', bankName: 'Sandbox Bank' },
};

/**
 * Where deposits of a currency are paid in, with the reference that tells a transaction's deposit.
 *
 * @returns `undefined` when the stage takes no deposits in that currency.
 */
export function depositAccountFor(
  stage: StageName,
  currency: FiatCurrency,
  transactionId: string,
): DepositAccount | undefined {
  if (stage !== 'sandbox') return undefined;
  return { ...sandboxAccounts[currency], message: depositReference(transactionId) };
}

/** Sixteen characters that a bank's reference field takes: the random half of the transaction's id. */
function depositReference(transactionId: string): string {
  return `PR${transactionId.replaceAll('-', '').slice(-14).toUpperCase()}`;
}
