import { onlyCountrySupported } from '#shared/api/problems';
import { virtualAccount } from '#shared/bank-accounts/examples';
import { VIRTUAL_ACCOUNT_COUNTRY } from '#shared/corridors/domain/regions';
import { defineDocs } from '#shared/http/docs';
import { userId } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
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
