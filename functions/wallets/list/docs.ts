import { defineDocs, wholeList } from '#shared/http/docs';
import { userId } from '#shared/users/examples';
import { wallet } from '#shared/wallets/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['wallets.list', 'Lists the wallets of a user.'],
  description:
    "Lists a user's saved wallets, newest first unless asked otherwise. The path is also served under `/user`.",
  parameters: { vmType: 'Only this kind of chain.' },
  example: { path: { userId }, data: wholeList(wallet) },
});
