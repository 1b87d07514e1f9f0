import type * as z from 'zod/mini';
import { countList } from '#shared/dynamodb/lists/row-counts';
import { readPage, toPageResponse } from '#shared/http/paging';
import type { savedAccountsQuery } from './list-query';
import { findBankAccount, findBankAccounts, ownerFacet } from './repository';
import { toBankAccountResponse } from './response';
import type * as schemas from './response-schema';

type AccountsQuery = z.infer<typeof savedAccountsQuery>;

/** Identifies the account list of one user or one receiver. */
interface OwnerList {
  readonly partnerId: string;
  readonly facet: string;
}

/** Returns a page of an owner's bank accounts. */
export async function listBankAccounts(
  { partnerId, facet }: OwnerList,
  query: AccountsQuery,
): Promise<z.infer<typeof schemas.BankAccountPage>> {
  const { id, country, rampType } = query;
  if (id !== undefined) return findListedAccount({ partnerId, facet }, query, id);
  const where = { ...(country === undefined ? {} : { country }), ...(rampType === undefined ? {} : { rampType }) };
  const target = { partnerId, collection: 'BANK', facets: [facet], totalFacet: facet, where } as const;
  const page = await readPage(target, query, findBankAccounts);
  return toPageResponse(page, page.items.map(toBankAccountResponse));
}

async function findListedAccount(
  { partnerId, facet }: OwnerList,
  { country, rampType, skip }: AccountsQuery,
  id: string,
): Promise<z.infer<typeof schemas.BankAccountPage>> {
  const [total, record] = await Promise.all([countList(partnerId, 'BANK', facet), findBankAccount(id)]);
  const matches =
    record?.partnerId === partnerId &&
    ownerFacet(record) === facet &&
    (country === undefined || record.details.country === country) &&
    (rampType === undefined || record.rampType === rampType);
  const found = matches ? [toBankAccountResponse(record)] : [];
  return { count: found.length, total, data: found.slice(skip ?? 0) };
}
