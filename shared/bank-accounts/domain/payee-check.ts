import type { PayeeResult } from '#shared/corridors/domain/payee-checks';

/** The longest name of a party in a payment (ISO 20022, Max140Text). */
const MAX_NAME_CHARACTERS = 140;

/** The bank's answer to a check of an account's holder. */
export interface PayeeAnswer {
  readonly result: PayeeResult;
  /** The holder as the bank names it, where it does. */
  readonly name?: string | undefined;
}

/** A check of an account's holder, as the account keeps it. Its time is epoch ms. */
export interface PayeeCheck {
  readonly result: PayeeResult;
  /** The holder as the bank names it, after a CLOSE_MATCH alone. */
  readonly name: string | undefined;
  readonly atMs: number;
}

/**
 * The check that an answer makes. Its name is kept for a CLOSE_MATCH alone: a caller who guessed an account number must
 * not be given the name of a stranger (EU 2024/886, article 5c).
 */
export function payeeCheckOf({ result, name = '' }: PayeeAnswer, atMs: number): PayeeCheck {
  const given = name.trim().slice(0, MAX_NAME_CHARACTERS);
  return { result, name: result === 'CLOSE_MATCH' && given !== '' ? given : undefined, atMs };
}
