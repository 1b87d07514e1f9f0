import { onlyCountrySupported } from '#shared/api/problems';
import { virtualAccount } from '#shared/bank-accounts/examples';
import { defineDocs } from '#shared/contract/define-docs';
import { VIRTUAL_ACCOUNT_COUNTRY } from '#shared/corridors/domain/payout-zones';
import { userId } from '#shared/users/examples';
import { contract as getContract } from './get/contract';
import { contract as startContract } from './start/contract';

export const getBankingOnboarding = defineDocs(getContract, {
  sdk: ['bankingOnboarding.get', 'Reads where the opening of a virtual account stands.'],
  description:
    "Returns where a user's virtual account stands. There is no webhook for it, so this is the operation to poll. Once `COMPLETED`, the account is also among the user's bank accounts with `rampType` `CROSS_RAMP`.",
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
    "Asks for an account in the user's own name in the United States. The user has to be verified first; until then the outcome is `REQUIREMENTS_MISSING`, and `kybUrl` is the operation that gives out the link to finish. Asking again says how far it is and starts nothing twice. In the sandbox it takes one status per step. `country` may stand in the body or the query, and may be left out.",
  example: { path: { userId }, body: { country: 'US' }, data: { outcome: 'SUBMITTED' } },
  refusals: [onlyCountrySupported(VIRTUAL_ACCOUNT_COUNTRY)],
});
