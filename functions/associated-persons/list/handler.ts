import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { paginate, toPageResponse } from '#shared/http/paging';
import { readOwnBusiness } from '#shared/signatures/associated-persons/read-own-business';
import { toAssociatedPersonResponse } from '#shared/signatures/associated-persons/response';
import { contract } from './contract';

/** Lists the persons of a business. */
export const handler = partnerEndpoint(contract, async ({ caller, params, query }) => {
  const { persons } = await readOwnBusiness(params.userId, caller);
  const matches = persons.filter(({ role }) => query.role === undefined || role === query.role);
  const page = paginate(matches, persons.length, query);
  return { data: toPageResponse(page, page.items.map(toAssociatedPersonResponse)) };
});
