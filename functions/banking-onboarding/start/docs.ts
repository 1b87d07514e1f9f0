import { onlyCountrySupported } from '#shared/api/problems';
import { VIRTUAL_ACCOUNT_COUNTRY } from '#shared/corridors/domain/regions';
import { defineDocs } from '#shared/http/docs';
import { userId } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['bankingOnboarding.start', 'Starts the opening of a virtual account.'],
  description:
    "Asks for an account in the user's own name in the United States. The user has to be verified first; until then the outcome is `REQUIREMENTS_MISSING`, and `kybUrl` is the operation that gives out the link to finish. Asking again says how far it is and starts nothing twice. In the sandbox it takes one status per step. `country` may stand in the body or the query, and may be left out.",
  example: { path: { userId }, body: { country: 'US' }, data: { outcome: 'SUBMITTED' } },
  refusals: [onlyCountrySupported(VIRTUAL_ACCOUNT_COUNTRY)],
});
