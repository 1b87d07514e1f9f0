import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { paginate, toPageResponse } from '#shared/http/paging';
import { readOwnBusiness } from '#shared/signatures/associated-persons/read-own-business';
import { type AssociatedPerson, isBeneficialOwner, MAX_PERSONS } from '#shared/signatures/domain/associated-person';
import { declarationStatusAt } from '#shared/signatures/domain/declaration';
import { listSignatureEntries } from '#shared/signatures/list-signature-entries';
import { contract } from './contract';

/** Lists a business's owners with the status of their signatures. Without a limit in the request, returns all owners. */
export const handler = partnerEndpoint(contract, async ({ caller, params, query, baseUrl, nowMs }) => {
  const business = await readOwnBusiness(params.userId, caller);
  const owners = business.persons.filter(isBeneficialOwner);
  const hasStatus = ({ declaration }: AssociatedPerson) =>
    declaration !== undefined && declarationStatusAt(declaration, nowMs) === query.status;
  const matches = query.status === undefined ? owners : owners.filter(hasStatus);
  const page = paginate(matches, owners.length, { ...query, limit: query.limit ?? MAX_PERSONS });
  return { data: toPageResponse(page, await listSignatureEntries(page.items, { baseUrl, nowMs })) };
});
