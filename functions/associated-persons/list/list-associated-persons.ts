import { associatedPersonView } from '#shared/api/views/associated-person';
import type { Operation } from '#shared/http/edge';
import { readOwnBusiness } from '#shared/operations/own-business';
import { pageOfAll, pageView } from '#shared/operations/paging';
import type { contract } from './contract';

/** Lists the persons of a business. */
export const listAssociatedPersons: Operation<typeof contract> = async ({ caller, params, query }) => {
  const { persons } = await readOwnBusiness(params.userId, caller);
  const matches = persons.filter(({ role }) => query.role === undefined || role === query.role);
  const page = pageOfAll(matches, persons.length, query);
  return { data: pageView(page, page.items.map(associatedPersonView)) };
};
