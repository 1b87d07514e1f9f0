import { onlyCountrySupported } from '#shared/api/problems';
import { virtualAccount } from '#shared/bank-accounts/examples';
import { defineDocs } from '#shared/contract/define-docs';
import { VIRTUAL_ACCOUNT_COUNTRY } from '#shared/corridors/domain/payout-zones';
import { userId } from '#shared/users/examples';
import { contract as getContract } from './get/contract';
import { contract as startContract } from './start/contract';

export const getBankingOnboarding = defineDocs(getContract, {
  sdk: ['bankingOnboarding.get', 'Reads the status of the opening of a virtual account.'],
  description:
    "Returns the status of a user's virtual account. No webhook reports this status: poll this operation. After `COMPLETED`, the list of the user's bank accounts also contains the account, with `rampType` `CROSS_RAMP`.",
  example: {
    path: { userId },
    query: { country: 'US' },
    data: {
      country: 'US',
      canRequest: false,
      status: 'COMPLETED',
      outstandingRequirements: [],
      kybUrl: null,
      virtualAccount,
    },
  },
  refusals: [onlyCountrySupported(VIRTUAL_ACCOUNT_COUNTRY)],
});

export const startBankingOnboarding = defineDocs(startContract, {
  sdk: ['bankingOnboarding.start', 'Starts the opening of a virtual account.'],
  description:
    "Requests a bank account in the United States in the user's own name. The user must be verified first. Otherwise the outcome is `REQUIREMENTS_MISSING`, and `kybUrl` is a link to the user's verification page, unless a verification is in progress. A repeated request returns the progress and starts nothing twice. In the sandbox, each step advances the status once. `country` is optional, in the body or the query.",
  example: { path: { userId }, body: { country: 'US' }, data: { outcome: 'SUBMITTED' } },
  refusals: [onlyCountrySupported(VIRTUAL_ACCOUNT_COUNTRY)],
});
