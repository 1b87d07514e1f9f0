import { badRequest } from '#shared/api/problems';
import { depositAccounts } from '#shared/transactions/create/deposit-accounts';
import type { DepositAccount, Transaction } from '#shared/transactions/domain/transaction';
import type { FiatCurrency } from '#shared/values/money/currency';

/**
 * Returns the account into which the deposit of a new transaction is paid, with the reference that identifies it.
 * @throws Problem if the stage takes no deposits in the currency; ProviderCallFailed
 */
export async function requireDepositAccount(
  currency: FiatCurrency,
  { id, userId }: Pick<Transaction, 'id' | 'userId'>,
): Promise<DepositAccount> {
  const account = await depositAccounts()(currency);
  if (account === undefined)
    throw badRequest(
      'DEPOSIT_BANK_MISSING',
      `Cannot create transaction: No supported banks configured for user with id ${userId}`,
    );
  return { ...account, message: depositReference(id) };
}

/** Sixteen characters that a bank's reference field takes: the random half of the transaction's id. */
function depositReference(transactionId: string): string {
  return `PR${transactionId.replaceAll('-', '').slice(-14).toUpperCase()}`;
}
