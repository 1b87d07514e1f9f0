import { detailFaults } from '#shared/api/bank-details';
import { invalidInput } from '#shared/api/problems';
import type { Shape } from '#shared/api/shapes';
import { bankAccountView } from '#shared/api/views/bank-account';
import { stage } from '#shared/config/environment';
import { findBankAccount, saveBankAccount } from '#shared/data/bank-accounts';
import { accountOf, type BankDetails } from '#shared/domain/banks/bank-account';
import { type AccountOwner, newBankAccount, type RampType } from '#shared/domain/banks/bank-account-record';
import type { TargetCountry } from '#shared/domain/banks/countries';
import { newId } from '#shared/domain/ids';

/** An account as the creation operations take it. */
export interface AccountInput extends BankDetails {
  readonly country: TargetCountry;
  readonly alias?: string | undefined;
  readonly rampType?: RampType | undefined;
}

/** Rounds in which a creation meets the deletion of the account that it would repeat. */
const ROUNDS = 5;

/**
 * Saves an account for its owner. One with the same country and identifier is answered as it stands.
 * @throws Problem naming what is missing or malformed for the country
 */
export async function addBankAccount(
  owner: AccountOwner,
  { alias, rampType, country, ...input }: AccountInput,
  atMs: number,
): Promise<Shape<'BankAccountRecord'>> {
  const faults = detailFaults(country, input, { prefix: '', stage: stage() });
  if (faults.length > 0) throw invalidInput(faults);
  const { isVerified: _told, ...details } = accountOf(country, input);
  const record = newBankAccount({ ...owner, id: newId(atMs), details, alias, rampType }, atMs);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const savedId = await saveBankAccount(record);
    const saved = savedId === record.id ? record : await findBankAccount(savedId);
    if (saved !== undefined) return bankAccountView(saved);
  }
  throw new Error('A bank account is deleted and saved again faster than it can be answered');
}
