import { defineDocs } from '#shared/http/docs';
import { userId } from '#shared/users/examples';
import { wallet } from '#shared/wallets/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['wallets.getBalances', 'Reads the balances of the wallets of a user, in tokens.'],
  description:
    "Returns what stands on a user's wallets: one entry per wallet and chain that it exists on, as decimal text. They may be up to ten seconds old. In the sandbox a balance is what the user's completed on-ramps have sent to the address. Off-ramps do not reduce the balance, because they do not name a source wallet. The path is also served under `/user`.",
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
