import type { ResponseData } from '#shared/api/response-schemas';
import type { TargetCountry } from '#shared/corridors/domain/regions';
import { receiverFacet, userFacet } from '#shared/dynamodb/lists/list-rows';
import { countList } from '#shared/dynamodb/lists/row-counts';
import { type PageRequest, readPage, toPageResponse } from '#shared/http/paging';
import type { AccountOwner, RampType } from './domain/bank-account-record';
import { findBankAccount, findBankAccounts, ownerFacet } from './repository';
import { toBankAccountResponse } from './response';

export interface AccountFilter extends PageRequest {
  readonly id?: string | undefined;
  readonly country?: TargetCountry | undefined;
  readonly rampType?: RampType | undefined;
}

/** Owner of the listed accounts. A receiver is one user's, so its id alone tells its accounts. */
type ListedOwner = Pick<AccountOwner, 'partnerId'> & (Pick<AccountOwner, 'userId'> | { readonly receiverId: string });

/** A page of an owner's accounts. */
export async function listBankAccounts(
  owner: ListedOwner,
  filter: AccountFilter,
): Promise<ResponseData<'BankAccountPage'>> {
  const list = listOf(owner);
  if (filter.id !== undefined) return findListedAccount(owner, filter, filter.id);
  const { country, rampType } = filter;
  const where = { ...(country === undefined ? {} : { country }), ...(rampType === undefined ? {} : { rampType }) };
  const { partnerId } = owner;
  const target = { partnerId, collection: 'BANK', facets: [list], totalFacet: list, where } as const;
  const page = await readPage(target, filter, findBankAccounts);
  return toPageResponse(page, page.items.map(toBankAccountResponse));
}

async function findListedAccount(
  owner: ListedOwner,
  { country, rampType, skip }: AccountFilter,
  id: string,
): Promise<ResponseData<'BankAccountPage'>> {
  const [total, record] = await Promise.all([countList(owner.partnerId, 'BANK', listOf(owner)), findBankAccount(id)]);
  const matches =
    record !== undefined &&
    record.partnerId === owner.partnerId &&
    ownerFacet(record) === listOf(owner) &&
    (country === undefined || record.details.country === country) &&
    (rampType === undefined || record.rampType === rampType);
  const found = matches ? [toBankAccountResponse(record)] : [];
  return { count: found.length, total, data: found.slice(skip ?? 0) };
}

function listOf(owner: ListedOwner): string {
  return 'receiverId' in owner ? receiverFacet(owner.receiverId) : userFacet(owner.userId);
}
