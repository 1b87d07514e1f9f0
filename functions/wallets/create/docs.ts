import { tooManyWallets } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { userId } from '#shared/users/examples';
import { wallet } from '#shared/wallets/examples';
import { MAX_WALLETS } from '#shared/wallets/repository';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['wallets.create', 'Saves a wallet of a user.'],
  description:
    'Saves a wallet that the user receives tokens on. An address is saved once per user and kind of chain; letter case does not tell EVM addresses apart. In production a mixed-case EVM address must carry its checksum. A user can have at most 20 wallets; one more answers 409 `CONFLICT`. The path is also served under `/user`.',
  example: {
    path: { userId },
    body: { vmType: 'EVM', walletAddress: wallet.walletAddress, alias: 'Main' },
    data: wallet,
  },
  refusals: [tooManyWallets(MAX_WALLETS)],
});
