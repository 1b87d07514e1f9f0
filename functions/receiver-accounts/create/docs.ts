import { receiverAccount } from '#shared/bank-accounts/examples';
import { defineDocs } from '#shared/http/docs';
import { receiverId } from '#shared/receivers/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['receiverBankAccounts.create', 'Saves an account. An equal one answers the stored one.'],
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
