import { badRequest } from '#shared/api/problems';
import { stage } from '#shared/platform/config/environment';
import { depositAccountFor } from '#shared/providers/pay-in/configured';
import type { DepositAccount, Transaction } from '#shared/transactions/domain/transaction';
import type { FiatCurrency } from '#shared/values/money/currency';

/**
 * Returns the account into which the deposit of a new transaction is paid.
 * @throws Problem where the stage takes no deposits in the currency; ProviderCallFailed
 */
export async function requireDepositAccount(
  currency: FiatCurrency,
  { id, userId }: Pick<Transaction, 'id' | 'userId'>,
): Promise<DepositAccount> {
  const account = await depositAccountFor(stage(), currency, id);
  if (account === undefined)
    throw badRequest(`Cannot create transaction: No supported banks configured for user with id ${userId}`);
  return account;
}
