/**
 * Saved bank accounts. An owner's live accounts are unique by everything that routes a payment to them: beside each
 * stands a claim, keyed by the digest of that, which is written, changed and removed with the account. The claim's key
 * follows from the details, so that one batch read tells whether they are saved already.
 */
import {
  type BankAccountClaim,
  decodeBankAccount,
  decodeClaim,
  encodeBankAccount,
} from '#shared/data/items/bank-account';
import { bankAccountClaimKey, bankAccountKey, type Key, listPartition } from '#shared/data/keys';
import { readList } from '#shared/data/list-pages';
import {
  addToLists,
  formerOf,
  type ListRow,
  moveBetweenLists,
  ofReceiver,
  ofUser,
} from '#shared/data/listing';
import {
  ConditionsFailed,
  putOver,
  type RawItem,
  readItem,
  readItems,
  readRange,
  tableName,
  type WriteAction,
  writeAtomically,
  writeIfConditionsHold,
} from '#shared/data/table';
import { type BankDetails, routingOf } from '#shared/domain/banks/bank-account';
import {
  type AccountOwner,
  afterVerification,
  type BankAccountRecord,
  type VerificationOutcome,
} from '#shared/domain/banks/bank-account-record';
import type { TargetCountry } from '#shared/domain/banks/countries';
import { isUuid } from '#shared/domain/ids';
import type { Receiver } from '#shared/domain/receivers/receiver';

/** The list that an owner's accounts stand in: a receiver's are apart from its user's own. */
export function listOfOwner({ userId, receiverId }: Pick<AccountOwner, 'userId' | 'receiverId'>): string {
  return receiverId === undefined ? ofUser(userId) : ofReceiver(receiverId);
}

/** The account of an item as read; a deleted one is unknown. */
export function liveBankAccount(raw: RawItem | undefined): BankAccountRecord | undefined {
  const record = raw === undefined ? undefined : decodeBankAccount(raw);
  return record?.deletedAtMs === undefined ? record : undefined;
}

/** A live account by id, of any owner. Text that is no id names none. */
export async function findBankAccount(id: string): Promise<BankAccountRecord | undefined> {
  return isUuid(id) ? liveBankAccount(await readItem(bankAccountKey(id.toLowerCase()))) : undefined;
}

/** Key of the claim on an account's details. */
export function claimKeyOf(account: Pick<BankAccountRecord, 'userId' | 'receiverId' | 'details'>): Key {
  return claimKeyOfDetails(account, account.details.country, account.details);
}

/** Key of the claim on details that are no account yet. */
export function claimKeyOfDetails(
  owner: Pick<AccountOwner, 'userId' | 'receiverId'>,
  country: TargetCountry,
  details: BankDetails,
): Key {
  return bankAccountClaimKey(owner, routingOf(country, details));
}

export interface SavedAccount extends BankAccountClaim {
  /** None when the details are stored. The first fails when another request saves the same details in between. */
  readonly writes: WriteAction[];
}

/**
 * Saves inline details as part of a larger write, once per owner and what routes a payment to them.
 *
 * @param record the record to make when the details are new
 * @param claim the item at `claimKeyOf(record)`, as read
 * @returns which account it is, and the actions that have to go with the write
 */
export function saveInlineAccount(record: BankAccountRecord, claim: RawItem | undefined): SavedAccount {
  if (claim !== undefined) return { ...decodeClaim(claim), writes: [] };
  const { id, verificationStatus } = record;
  return { bankAccountId: id, verificationStatus, writes: bankAccountCreation(record) };
}

/** The actions that store a new account; the first fails when its owner has one with these details. */
export function bankAccountCreation(record: BankAccountRecord): WriteAction[] {
  return [
    {
      Put: {
        TableName: tableName(),
        Item: claimOf(record),
        ConditionExpression: 'attribute_not_exists(PK)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    {
      Put: {
        TableName: tableName(),
        Item: encodeBankAccount(record),
        ConditionExpression: 'attribute_not_exists(PK)',
      },
    },
    ...addToLists(listRowOf(record), [listOfOwner(record)]),
  ];
}

function claimOf(record: BankAccountRecord) {
  const { id: bankAccountId, verificationStatus } = record;
  return { ...claimKeyOf(record), entity: 'BANK_CLAIM', bankAccountId, verificationStatus };
}

function listRowOf({ id, partnerId, details, rampType }: BankAccountRecord): ListRow {
  return {
    partnerId,
    collection: 'BANK',
    id,
    attributes: { country: details.country, ...(rampType === undefined ? {} : { rampType }) },
  };
}

/** What goes with the write of an account. */
interface AccountWrites {
  /** Actions on the owner; their conditions say that there is one. @default none */
  readonly ownerWrites?: readonly WriteAction[];
  /** What else has to happen in the same write. @default nothing */
  readonly alongside?: readonly WriteAction[];
}

/**
 * Stores an account, or finds the equal one that its owner has.
 *
 * @returns the id of the stored account; `undefined` when there is no such owner any more
 */
export async function saveBankAccount(
  record: BankAccountRecord,
  { ownerWrites = [], alongside = [] }: AccountWrites = {},
): Promise<string | undefined> {
  const creation = bankAccountCreation(record);
  try {
    await writeAtomically([...creation, ...ownerWrites, ...alongside]);
    return record.id;
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    if (ownerWrites.some((_, index) => error.at(creation.length + index) !== undefined)) return undefined;
    const held = error.at(0)?.item;
    if (held === undefined) throw error;
    return decodeClaim(held).bankAccountId;
  }
}

/**
 * Deletes an account softly: its record stays, out of every list, and its details may be saved again.
 * @returns false when the account changed in between; nothing was written then.
 */
export function deleteBankAccount(before: BankAccountRecord, atMs: number): Promise<boolean> {
  return deleteBankAccounts([before], atMs);
}

/** The same for up to 25 accounts in one write. */
export function deleteBankAccounts(accounts: readonly BankAccountRecord[], atMs: number): Promise<boolean> {
  return writeIfConditionsHold(accounts.flatMap((account) => bankAccountDeletion(account, atMs)));
}

/** The four actions that delete an account; the first fails when it has changed. */
export function bankAccountDeletion(before: BankAccountRecord, atMs: number): WriteAction[] {
  const after = { ...before, deletedAtMs: atMs, updatedAtMs: atMs, version: before.version + 1 };
  return [
    accountOver(before, after),
    { Delete: { TableName: tableName(), Key: { ...claimKeyOf(before) } } },
    ...moveBetweenLists(listRowOf(before), listOfOwner(before), formerOf(before.userId)),
  ];
}

/** Live accounts of a receiver, oldest first, at most as many as asked for; `hasMore` when there may be others. */
export async function accountsOfReceiver(
  { partnerId, id }: Pick<Receiver, 'partnerId' | 'id'>,
  limit: number,
): Promise<{ readonly accounts: readonly BankAccountRecord[]; readonly hasMore: boolean }> {
  const partition = listPartition(partnerId, 'BANK', ofReceiver(id));
  const { items, next } = await readRange({ partition, limit });
  const stored = await readItems(items.map(({ SK }) => bankAccountKey(String(SK))));
  return { accounts: stored.flatMap((raw) => liveBankAccount(raw) ?? []), hasMore: next !== undefined };
}

/** The actions that write the outcome of a penny test; none when it changes nothing. The first fails when the account has changed. */
export function verificationWrites(
  before: BankAccountRecord,
  outcome: VerificationOutcome,
  atMs: number,
): WriteAction[] {
  const after = afterVerification(before, outcome, atMs);
  if (after === undefined) return [];
  // The details of a deleted account may be claimed by a newer one.
  const claim =
    before.deletedAtMs === undefined ? [{ Put: { TableName: tableName(), Item: claimOf(after) } }] : [];
  return [accountOver(before, after), ...claim];
}

/** Attempts to write an outcome while the account is changed by others. */
const MAX_ATTEMPTS = 5;

/**
 * Writes the outcome of a penny test down; an account that needs none keeps its status, a deleted one too has it written.
 * @throws Error when there is no such account, or it keeps changing
 */
export async function setVerification(
  bankAccountId: string,
  outcome: VerificationOutcome,
  atMs: number,
): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const raw = await readItem(bankAccountKey(bankAccountId));
    if (raw === undefined) throw new Error('A penny test of an account that does not exist');
    const writes = verificationWrites(decodeBankAccount(raw), outcome, atMs);
    if (writes.length === 0 || (await writeIfConditionsHold(writes))) return;
  }
  throw new Error('A bank account changes faster than its penny test can be written');
}

function accountOver(before: BankAccountRecord, after: BankAccountRecord): WriteAction {
  return putOver(before.version, encodeBankAccount(after));
}

/** The account that a receiver got last. */
export async function newestReceiverAccount(
  partnerId: string,
  receiverId: string,
): Promise<BankAccountRecord | undefined> {
  const page = await readList({
    partnerId,
    collection: 'BANK',
    facets: [ofReceiver(receiverId)],
    newestFirst: true,
    where: {},
    skip: 0,
    limit: 1,
  });
  const id = page.rows.at(0)?.SK;
  return typeof id === 'string' ? findBankAccount(id) : undefined;
}
