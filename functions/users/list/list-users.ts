import { userView } from '#shared/api/views/user';
import { userKey } from '#shared/data/keys';
import { countList } from '#shared/data/list-lengths';
import { allOf, ofType, withStatusOfType } from '#shared/data/listing';
import { readItems } from '#shared/data/table';
import { findUser, findUserIdBy, liveUser } from '#shared/data/users';
import { type User, userTypes } from '#shared/domain/users/user';
import type { Operation, Request } from '#shared/http/edge';
import { type Page, pageView, readPage } from '#shared/operations/paging';
import type { contract } from './contract';

type ListRequest = Request<typeof contract>;

/** Lists the partner's users. An address or an external id names one at most, which is read by its key. */
export const listUsers: Operation<typeof contract> = async (request) => {
  const { email, externalUserId } = request.query;
  if (email !== undefined || externalUserId !== undefined) return { data: await findOne(request) };
  const page = await readPage(
    {
      partnerId: request.caller.partnerId,
      collection: 'USER',
      facets: facetsFor(request.query),
      where: {},
    },
    request.query,
  );
  return { data: await viewOf(page) };
};

function facetsFor({ type, kycStatus }: ListRequest['query']): readonly string[] {
  if (kycStatus === undefined) return [type === undefined ? allOf : ofType(type)];
  return (type === undefined ? userTypes : [type]).map((one) => withStatusOfType(kycStatus, one));
}

async function viewOf(page: Page) {
  const items = await readItems(page.ids.map(userKey));
  return pageView(
    page,
    items.flatMap((item) => {
      const user = liveUser(item);
      return user === undefined ? [] : [userView(user)];
    }),
  );
}

async function findOne({ caller, query }: ListRequest) {
  const total = await countList(caller.partnerId, 'USER', allOf);
  const user = await uniqueUser(caller.partnerId, query);
  const matches = user !== undefined && satisfies(user, query) ? [user] : [];
  const shown = matches.slice(query.skip ?? 0);
  return { count: matches.length, total, data: shown.map(userView) };
}

async function uniqueUser(partnerId: string, query: ListRequest['query']): Promise<User | undefined> {
  const userId =
    query.email !== undefined
      ? await findUserIdBy(partnerId, { email: query.email })
      : await findUserIdBy(partnerId, { externalUserId: query.externalUserId ?? '' });
  return userId === undefined ? undefined : findUser(userId);
}

function satisfies(user: User, query: ListRequest['query']): boolean {
  return (
    (query.email === undefined || user.email.toLowerCase() === query.email.toLowerCase()) &&
    (query.externalUserId === undefined || user.externalUserId === query.externalUserId) &&
    (query.type === undefined || user.type === query.type) &&
    (query.kycStatus === undefined || user.kycStatus === query.kycStatus)
  );
}
