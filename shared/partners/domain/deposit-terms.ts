/** Terms about deposits of less than the agreed amount: an agreement names them, and a new transaction keeps them. */

/** Consequences of a deposit that is too small: it is returned, or kept until others make up the amount. */
export const partialDeposits = ['RETURN', 'TOP_UP'] as const;
export type PartialDeposits = (typeof partialDeposits)[number];

/** The largest tolerance, in basis points: a tenth of the amount. */
export const MAX_TOLERANCE_BPS = 1000;

/** Basis points of the whole. */
const WHOLE_BPS = 10_000n;

/** Terms that differ from the defaults, since most transactions store none. */
export interface DepositTerms {
  /** Part of the amount that may be missing, in basis points. @default 0 */
  readonly toleranceBps?: number | undefined;
  /** @default RETURN */
  readonly partial?: PartialDeposits | undefined;
}

/** The terms without those that equal the defaults; `undefined` if none is left. */
export function withoutDefaults({ toleranceBps = 0, partial = 'RETURN' }: DepositTerms): DepositTerms | undefined {
  if (toleranceBps === 0 && partial === 'RETURN') return undefined;
  return { ...(toleranceBps > 0 && { toleranceBps }), ...(partial !== 'RETURN' && { partial }) };
}

/** The minor units of an amount that may be missing, rounded down. */
export function toleratedMinor(minor: bigint, { toleranceBps = 0 }: DepositTerms = {}): bigint {
  return (minor * BigInt(toleranceBps)) / WHOLE_BPS;
}
