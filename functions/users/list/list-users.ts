import { allFacet, statusTypeFacet, typeFacet } from '#shared/dynamodb/lists/list-rows';
import { countList } from '#shared/dynamodb/lists/row-counts';
import type { Operation, Request } from '#shared/handlers/partner-endpoint';
import { readPage, toPageResponse } from '#shared/http/paging';
import { type User, userTypes } from '#shared/users/domain/user';
import { findUser, findUserIdBy, findUsers } from '#shared/users/repository';
import { toUserResponse } from '#shared/users/response';
import { comparableEmail } from '#shared/values/email';
import type { contract } from './contract';

type ListRequest = Request<typeof contract>;

/** Lists the partner's users. An email address or external id matches at most one user, who is read by key. */
export const listUsers: Operation<typeof contract> = async (request) => {
  const { email, externalUserId } = request.query;
  if (email !== undefined || externalUserId !== undefined) return { data: await findOne(request) };
  const { partnerId } = request.caller;
  const target = { partnerId, collection: 'USER', facets: facetsFor(request.query), where: {} } as const;
  const page = await readPage(target, request.query, findUsers);
  return { data: toPageResponse(page, page.items.map(toUserResponse)) };
};

function facetsFor({ type, kycStatus }: ListRequest['query']): readonly string[] {
  if (kycStatus === undefined) return [type === undefined ? allFacet : typeFacet(type)];
  return (type === undefined ? userTypes : [type]).map((one) => statusTypeFacet(kycStatus, one));
}

async function findOne({ caller, query }: ListRequest) {
  const { partnerId } = caller;
  const [total, user] = await Promise.all([countList(partnerId, 'USER', allFacet), uniqueUser(partnerId, query)]);
  const matches = user !== undefined && satisfies(user, query) ? [user] : [];
  const shown = matches.slice(query.skip ?? 0);
  return { count: matches.length, total, data: shown.map(toUserResponse) };
}

async function uniqueUser(partnerId: string, query: ListRequest['query']): Promise<User | undefined> {
  const { email, externalUserId = '' } = query;
  const userId = await findUserIdBy(partnerId, email === undefined ? { externalUserId } : { email });
  return userId === undefined ? undefined : findUser(userId);
}

function satisfies(user: User, query: ListRequest['query']): boolean {
  return (
    (query.email === undefined || comparableEmail(user.email) === comparableEmail(query.email)) &&
    (query.externalUserId === undefined || user.externalUserId === query.externalUserId) &&
    (query.type === undefined || user.type === query.type) &&
    (query.kycStatus === undefined || user.kycStatus === query.kycStatus)
  );
}
