import type { ResponseData } from '#shared/api/response-schemas';
import type { TargetCountry } from '#shared/corridors/domain/regions';
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

/** A page of an owner's accounts. */
export async function listBankAccounts(
  owner: AccountOwner,
  filter: AccountFilter,
): Promise<ResponseData<'BankAccountPage'>> {
  const list = ownerFacet(owner);
  if (filter.id !== undefined) return findListedAccount(owner, filter, filter.id);
  const { country, rampType } = filter;
  const where = { ...(country === undefined ? {} : { country }), ...(rampType === undefined ? {} : { rampType }) };
  const { partnerId } = owner;
  const page = await readPage({ partnerId, collection: 'BANK', facets: [list], totalFacet: list, where }, filter);
  return toPageResponse(page, (await findBankAccounts(page.ids)).map(toBankAccountResponse));
}

async function findListedAccount(
  owner: AccountOwner,
  { country, rampType, skip }: AccountFilter,
  id: string,
): Promise<ResponseData<'BankAccountPage'>> {
  const total = await countList(owner.partnerId, 'BANK', ownerFacet(owner));
  const record = await findBankAccount(id);
  const matches =
    record !== undefined &&
    record.partnerId === owner.partnerId &&
    record.userId === owner.userId &&
    record.receiverId === owner.receiverId &&
    (country === undefined || record.details.country === country) &&
    (rampType === undefined || record.rampType === rampType);
  const found = matches ? [toBankAccountResponse(record)] : [];
  return { count: found.length, total, data: found.slice(skip ?? 0) };
}
