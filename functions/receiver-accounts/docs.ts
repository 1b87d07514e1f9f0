import { deletedAt, receiverAccount } from '#shared/bank-accounts/examples';
import { defineDocs, wholeList } from '#shared/contract/define-docs';
import { receiverId } from '#shared/users/examples';
import { contract as createContract } from './create/contract';
import { contract as deleteContract } from './delete/contract';
import { contract as listContract } from './list/contract';

export const createReceiverBankAccount = defineDocs(createContract, {
  sdk: ['receiverBankAccounts.create', 'Saves an account, or returns an equal saved account.'],
  description:
    "Saves an account for payouts to a receiver, with the same rules as for a user's account. No penny test is required. Before the first payout in the euro area, the holder is compared with the name at the bank. If a transaction contains only a `receiverId`, the payout goes to the newest account.",
  example: {
    path: { receiverId },
    body: {
      country: 'DE',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      bankName: 'Commerzbank',
      accountHolder: { businessName: 'ACME GmbH' },
    },
    data: receiverAccount,
  },
});

export const deleteReceiverBankAccount = defineDocs(deleteContract, {
  sdk: ['receiverBankAccounts.delete', 'Deletes a saved account.'],
  description: "Deletes a receiver's account by the rules of user accounts.",
  example: { path: { receiverId, id: receiverAccount.id }, data: { id: receiverAccount.id, deletedAt } },
});

export const listReceiverBankAccounts = defineDocs(listContract, {
  sdk: ['receiverBankAccounts.list', 'Lists the accounts of a receiver.'],
  description: "Lists a receiver's saved accounts, by default newest first.",
  example: { path: { receiverId }, data: wholeList(receiverAccount) },
});
