import { tooManyWallets, walletNotFound } from '#shared/api/problems';
import { deletedAt } from '#shared/bank-accounts/examples';
import { defineDocs, wholeList } from '#shared/contract/define-docs';
import { userId } from '#shared/users/examples';
import { wallet } from '#shared/wallets/examples';
import { MAX_WALLETS } from '#shared/wallets/repository';
import { contract as balanceContract } from './balance/contract';
import { contract as createContract } from './create/contract';
import { contract as deleteContract } from './delete/contract';
import { contract as listContract } from './list/contract';

export const getWalletBalances = defineDocs(balanceContract, {
  sdk: ['wallets.getBalances', 'Reads the balances of the wallets of a user, in tokens.'],
  description:
    "Returns the balances of a user's wallets as decimal text: one entry per wallet and chain on which the wallet exists. Balances can be up to ten seconds old. In the sandbox, a balance is the total that the user's completed on-ramps have sent to the address. Off-ramps do not reduce the balance, because an off-ramp has no source wallet. `/user` is an alias of `/users` in this path.",
  parameters: { blockchain: 'Only this chain.', token: 'Only this token.' },
  example: {
    path: { userId },
    query: { blockchain: 'POL' },
    data: {
      balances: [
        {
          blockchain: 'POL',
          flow: 'REGULAR',
          walletAddress: wallet.walletAddress,
          tokens: [
            { symbol: 'USDC', balance: '0.000000' },
            { symbol: 'USDT', balance: '0.000000' },
          ],
        },
      ],
    },
  },
});

export const createWallet = defineDocs(createContract, {
  sdk: ['wallets.create', 'Saves a wallet of a user.'],
  description:
    'Saves a wallet for tokens that the user receives. A user can save an address once per kind of chain. The letter case of EVM addresses is ignored. In production, a mixed-case EVM address must have a valid checksum. A user can have at most 20 wallets. Another wallet returns 409 `CONFLICT`. `/user` is an alias of `/users` in this path.',
  example: {
    path: { userId },
    body: { vmType: 'EVM', walletAddress: wallet.walletAddress, alias: 'Main' },
    data: wallet,
  },
  refusals: [tooManyWallets(MAX_WALLETS)],
});

export const deleteWallet = defineDocs(deleteContract, {
  sdk: ['wallets.delete', 'Deletes a saved wallet.'],
  description: 'Deletes a wallet. You can save the address again. `/user` is an alias of `/users` in this path.',
  parameters: { walletId: 'Id of a wallet.' },
  example: { path: { userId, walletId: wallet.id }, data: { id: wallet.id, deletedAt } },
  refusals: [walletNotFound()],
});

export const listWallets = defineDocs(listContract, {
  sdk: ['wallets.list', 'Lists the wallets of a user.'],
  description: "Lists a user's saved wallets, by default newest first. `/user` is an alias of `/users` in this path.",
  parameters: { vmType: 'Only this kind of chain.' },
  example: { path: { userId }, data: wholeList(wallet) },
});
