import { deletedAt, receiverAccount } from '#shared/bank-accounts/examples';
import { defineDocs, wholeList } from '#shared/contract/define-docs';
import { receiverId } from '#shared/users/examples';
import { contract as createContract } from './create/contract';
import { contract as deleteContract } from './delete/contract';
import { contract as listContract } from './list/contract';

export const createReceiverBankAccount = defineDocs(createContract, {
  sdk: ['receiverBankAccounts.create', 'Saves an account. An equal one returns the stored one.'],
  description:
    "Saves an account that a receiver is paid out to, by the same rules as a user's own. It needs no penny test; in the euro area its holder is compared with the name that the bank has before the first payout. A transaction with a `receiverId` alone goes to the account that was saved last.",
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
  description: "Deletes a receiver's account, as a user's own is deleted.",
  example: { path: { receiverId, id: receiverAccount.id }, data: { id: receiverAccount.id, deletedAt } },
});

export const listReceiverBankAccounts = defineDocs(listContract, {
  sdk: ['receiverBankAccounts.list', 'Lists the accounts of a receiver.'],
  description: "Lists a receiver's saved accounts, newest first unless asked otherwise.",
  example: { path: { receiverId }, data: wholeList(receiverAccount) },
});
