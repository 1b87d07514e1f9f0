import { walletNotFound } from '#shared/api/problems';
import { deletedAt } from '#shared/bank-accounts/examples';
import { defineDocs } from '#shared/http/docs';
import { userId } from '#shared/users/examples';
import { wallet } from '#shared/wallets/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['wallets.delete', 'Deletes a saved wallet.'],
  description: 'Deletes a wallet; its address may be saved again. The path is also served under `/user`.',
  parameters: { walletId: 'Id of a wallet.' },
  example: { path: { userId, walletId: wallet.id }, data: { id: wallet.id, deletedAt } },
  refusals: [walletNotFound()],
});
