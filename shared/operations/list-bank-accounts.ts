import type { Shape } from '#shared/api/shapes';
import { bankAccountView } from '#shared/api/views/bank-account';
import { findBankAccount, listOfOwner, liveBankAccount } from '#shared/data/bank-accounts';
import { bankAccountKey } from '#shared/data/keys';
import { countList } from '#shared/data/list-lengths';
import { type RawItem, readItems } from '#shared/data/table';
import type { AccountOwner, RampType } from '#shared/domain/banks/bank-account-record';
import type { TargetCountry } from '#shared/domain/banks/countries';
import { type PageRequest, pageView, readPage } from '#shared/operations/paging';

export interface AccountFilter extends PageRequest {
  readonly id?: string | undefined;
  readonly country?: TargetCountry | undefined;
  readonly rampType?: RampType | undefined;
}

/** A page of an owner's accounts. */
export async function listBankAccounts(
  owner: AccountOwner,
  filter: AccountFilter,
): Promise<Shape<'BankAccountPage'>> {
  const list = listOfOwner(owner);
  if (filter.id !== undefined) return findOne(owner, filter, filter.id);
  const { country, rampType } = filter;
  const where = {
    ...(country === undefined ? {} : { country }),
    ...(rampType === undefined ? {} : { rampType }),
  };
  const { partnerId } = owner;
  const page = await readPage(
    { partnerId, collection: 'BANK', facets: [list], totalFacet: list, where },
    filter,
  );
  const items = await readItems(page.ids.map(bankAccountKey));
  return pageView(page, items.flatMap(viewOfItem));
}

function viewOfItem(item: RawItem | undefined): Shape<'BankAccountRecord'>[] {
  const record = liveBankAccount(item);
  return record === undefined ? [] : [bankAccountView(record)];
}

async function findOne(
  owner: AccountOwner,
  { country, rampType, skip }: AccountFilter,
  id: string,
): Promise<Shape<'BankAccountPage'>> {
  const total = await countList(owner.partnerId, 'BANK', listOfOwner(owner));
  const record = await findBankAccount(id);
  const matches =
    record !== undefined &&
    record.partnerId === owner.partnerId &&
    record.userId === owner.userId &&
    record.receiverId === owner.receiverId &&
    (country === undefined || record.details.country === country) &&
    (rampType === undefined || record.rampType === rampType);
  const found = matches ? [bankAccountView(record)] : [];
  return { count: found.length, total, data: found.slice(skip ?? 0) };
}
