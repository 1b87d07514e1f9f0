import { statusAt } from '#shared/domain/owners/cedula';
import { isOwner, MAX_PERSONS, type Person } from '#shared/domain/owners/person';
import type { Operation } from '#shared/http/edge';
import { readOwnBusiness } from '#shared/operations/own-business';
import { pageOfAll, pageView } from '#shared/operations/paging';
import { signatureEntries } from '#shared/operations/signature-entries';
import type { contract } from './contract';

/** Tells where the signature of each owner stands: of all owners, unless a limit is asked for. */
export const listSignatures: Operation<typeof contract> = async ({
  caller,
  params,
  query,
  baseUrl,
  nowMs,
}) => {
  const ownership = await readOwnBusiness(params.userId, caller);
  const owners = ownership.persons.filter(isOwner);
  const hasStatus = ({ cedula }: Person) => cedula !== undefined && statusAt(cedula, nowMs) === query.status;
  const matches = query.status === undefined ? owners : owners.filter(hasStatus);
  const page = pageOfAll(matches, owners.length, { ...query, limit: query.limit ?? MAX_PERSONS });
  return { data: pageView(page, await signatureEntries(page.items, { baseUrl, nowMs })) };
};
