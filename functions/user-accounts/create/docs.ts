import { userAccount } from '#shared/bank-accounts/examples';
import { defineDocs } from '#shared/http/docs';
import { userId } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['userBankAccounts.create', 'Saves an account. An equal one answers the stored one.'],
  description:
    "Saves an account that the user is paid out to. What it needs depends on its country; read it from the requirements operation. Saving an account again answers the stored one, unchanged; accounts are the same when everything that routes a payment is: country, account number, routing number, BIC, and the bank's name where there is no code. In the Dominican Republic the document and the account type count too. Mexican accounts start as `PENDING` and are tested when they are first used; all others count as verified. For Mexican accounts the bank follows from the CLABE.",
  example: {
    path: { userId },
    body: { country: 'MX', accountIdentifier: '646180110400000007', alias: 'Savings', rampType: 'OFF_RAMP' },
    data: userAccount,
  },
});
