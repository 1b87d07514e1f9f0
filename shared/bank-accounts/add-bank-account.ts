import type * as z from 'zod/mini';
import {
  accountOfAnotherOwner,
  invalidInput,
  receiverNotFound,
  virtualAccountNotDeletable,
} from '#shared/api/problems';
import type { TargetCountry } from '#shared/corridors/domain/payout-zones';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import type { Recorded } from '#shared/http/idempotency/recorded-response';
import { stage } from '#shared/platform/config/environment';
import { newId } from '#shared/values/ids';
import { toIsoTime } from '#shared/values/iso-time';
import { type BankDetails, bankAccountFromDetails } from './domain/bank-account';
import { type AccountOwner, type BankAccountRecord, newBankAccount, type RampType } from './domain/bank-account-record';
import { detailViolations } from './fields';
import { deleteBankAccounts, findBankAccount, saveBankAccount } from './repository';
import { requireOwnBankAccount } from './require-own-bank-account';
import { toBankAccountResponse } from './response';
import type * as schemas from './response-schema';

/** Bank account in the body of a request that creates an account. */
export interface AccountInput extends BankDetails {
  readonly country: TargetCountry;
  readonly alias?: string | undefined;
  readonly rampType?: RampType | undefined;
}

interface AccountCreation<R> {
  /** Epoch ms. */
  readonly atMs: number;
  readonly ownerWrites?: readonly PendingWrite[];
  readonly prepare: (data: z.infer<typeof schemas.BankAccountRecord>) => Promise<Recorded<R>>;
}

/**
 * Saves a bank account. If the owner already has an account with equal routing details, returns that account unchanged.
 * @throws Problem for missing or malformed details, or a deleted receiver; WriteContention
 */
export async function addBankAccount<R>(
  owner: AccountOwner,
  { alias, rampType, country, ...input }: AccountInput,
  { atMs, ownerWrites = [], prepare }: AccountCreation<R>,
): Promise<R | { readonly data: z.infer<typeof schemas.BankAccountRecord> }> {
  const violations = detailViolations(country, input, { prefix: '', stage: stage() });
  if (violations.length > 0) throw invalidInput(violations);
  const { isVerified: _first, ...details } = bankAccountFromDetails(country, input);
  const record = newBankAccount({ ...owner, id: newId(atMs), details, alias, rampType }, atMs);
  return retryOnConflict(async () => {
    const recorded = await prepare(toBankAccountResponse(record));
    const savedId = await saveBankAccount(record, ownerWrites, recorded.writes);
    if (savedId === undefined) throw receiverNotFound();
    if (savedId === record.id) return recorded.reply;
    const saved = await findBankAccount(savedId);
    // An equal account prevented the write. If that account is now deleted, `undefined` makes `retryOnConflict` try again.
    return saved && { data: toBankAccountResponse(saved) };
  });
}

/** Deletes an owner's bank account. @throws Problem if the account is unknown, virtual or another owner's; WriteContention */
export async function removeBankAccount(
  owner: AccountOwner,
  found: BankAccountRecord | undefined,
  atMs: number,
): Promise<z.infer<typeof schemas.Deleted>> {
  return retryOnConflict(async (attempt) => {
    const current = attempt === 1 || found === undefined ? found : await findBankAccount(found.id);
    const record = requireOwnBankAccount(current, owner);
    if (record.receiverId !== owner.receiverId) throw accountOfAnotherOwner();
    if (record.virtual) throw virtualAccountNotDeletable();
    const isDeleted = await deleteBankAccounts([record], atMs);
    return isDeleted ? { id: record.id, deletedAt: toIsoTime(atMs) } : undefined;
  });
}
