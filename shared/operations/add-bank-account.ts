import { detailFaults } from '#shared/api/bank-details';
import { invalidInput, receiverNotFound } from '#shared/api/problems';
import type { Shape } from '#shared/api/shapes';
import { bankAccountView } from '#shared/api/views/bank-account';
import { stage } from '#shared/config/environment';
import { findBankAccount, saveBankAccount } from '#shared/data/bank-accounts';
import { type WriteAction, WriteContention } from '#shared/data/table';
import { accountOf, type BankDetails } from '#shared/domain/banks/bank-account';
import { type AccountOwner, newBankAccount, type RampType } from '#shared/domain/banks/bank-account-record';
import type { TargetCountry } from '#shared/domain/banks/countries';
import { newId } from '#shared/domain/ids';
import type { Recorded } from '#shared/operations/answer-once';

/** An account as the creation operations take it. */
export interface AccountInput extends BankDetails {
  readonly country: TargetCountry;
  readonly alias?: string | undefined;
  readonly rampType?: RampType | undefined;
}

interface AccountWrite<R> {
  /** Epoch ms. */
  readonly atMs: number;
  readonly ownerWrites?: readonly WriteAction[];
  readonly prepare: (data: Shape<'BankAccountRecord'>) => Promise<Recorded<R>>;
}

/** Attempts to save an account while the equal one is deleted by other requests. */
const MAX_ATTEMPTS = 5;

/**
 * Saves an account for its owner. An equal one that the owner has is returned as it is.
 *
 * @param ownerWrites actions on the owner that have to go with the account
 * @param prepare prepares the answer; what it writes is written with the account
 * @throws Problem naming what is missing or malformed for the country, or when the receiver was deleted
 */
export async function addBankAccount<R>(
  owner: AccountOwner,
  { alias, rampType, country, ...input }: AccountInput,
  { atMs, ownerWrites = [], prepare }: AccountWrite<R>,
): Promise<R | { readonly data: Shape<'BankAccountRecord'> }> {
  const faults = detailFaults(country, input, { prefix: '', stage: stage() });
  if (faults.length > 0) throw invalidInput(faults);
  const { isVerified: _first, ...details } = accountOf(country, input);
  const record = newBankAccount({ ...owner, id: newId(atMs), details, alias, rampType }, atMs);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const answer = await prepare(bankAccountView(record));
    const savedId = await saveBankAccount(record, { ownerWrites, alongside: answer.writes });
    if (savedId === undefined) throw receiverNotFound();
    if (savedId === record.id) return answer.reply;
    const saved = await findBankAccount(savedId);
    if (saved !== undefined) return { data: bankAccountView(saved) };
  }
  throw new WriteContention('A bank account is deleted and saved by other requests at the same time');
}
