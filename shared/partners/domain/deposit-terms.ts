/**
 * Terms for deposits that are smaller than the amount of the transaction. The agreement defines the terms, and a transaction
 * copies the terms at its creation.
 */

/** Handling of a deposit that is too small: returned, or stored until other deposits complete the amount. */
export const partialDeposits = ['RETURN', 'TOP_UP'] as const;
export type PartialDeposits = (typeof partialDeposits)[number];

/** Maximum tolerance in basis points: 10 % of the amount. */
export const MAX_TOLERANCE_BPS = 1000;

/** Basis points of the whole amount. */
const WHOLE_BPS = 10_000n;

/** Terms that differ from the defaults; most transactions store none. */
export interface DepositTerms {
  /** Fraction of the amount that may be missing, in basis points. @default 0 */
  readonly toleranceBps?: number | undefined;
  /** @default RETURN */
  readonly partial?: PartialDeposits | undefined;
}

/** Removes terms with default values; returns `undefined` if none remain. */
export function withoutDefaults({ toleranceBps = 0, partial = 'RETURN' }: DepositTerms): DepositTerms | undefined {
  if (toleranceBps === 0 && partial === 'RETURN') return undefined;
  return { ...(toleranceBps > 0 && { toleranceBps }), ...(partial !== 'RETURN' && { partial }) };
}

/** Returns the largest shortfall that is tolerated for an amount, in minor units, rounded down. */
export function toleratedMinor(minor: bigint, { toleranceBps = 0 }: DepositTerms = {}): bigint {
  return (minor * BigInt(toleranceBps)) / WHOLE_BPS;
}
