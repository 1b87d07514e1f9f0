import { receiverAccount } from '#shared/bank-accounts/examples';
import { defineDocs, wholeList } from '#shared/http/docs';
import { receiverId } from '#shared/receivers/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['receiverBankAccounts.list', 'Lists the accounts of a receiver.'],
  description: "Lists a receiver's saved accounts, newest first unless asked otherwise.",
  example: { path: { receiverId }, data: wholeList(receiverAccount) },
});
