/**
 * A maximum in allotments that are used up independently of each other, so that no item of the table is written by each
 * creation of a partner. Amounts are US cents. docs/adr/017 has the proof.
 */

/** A part of an amount, and the ceiling of its allotment. */
export interface Take {
  readonly allotment: number;
  readonly cents: bigint;
  /** The allotment's ceiling at this moment. */
  readonly ceiling: bigint;
}

/** Returns the rest of a maximum; 0 if more is used, for example after an operator has lowered it. */
export function remainingOf(maximum: bigint, used: readonly bigint[]): bigint {
  const left = maximum - used.reduce((sum, cents) => sum + cents, 0n);
  return left > 0n ? left : 0n;
}

/**
 * Divides a maximum into ceilings by the level that it reaches over what is used: an allotment above the level, as after an operator
 * has lowered the maximum, keeps what it has, and the others are lower for it. Ceilings and what is above them are the maximum in
 * sum. A ceiling never falls while the maximum stays, whatever is used up to it or given back: so one that was read
 * earlier is never too high.
 *
 * @returns all 0 where more than the maximum is used
 */
export function ceilingsOf(maximum: bigint, used: readonly bigint[]): bigint[] {
  const count = BigInt(used.length);
  // Cents are dealt out one after the other, to each allotment in turn.
  const ceilingsAfter = (dealt: bigint) => used.map((_, index) => (dealt - BigInt(index) + count - 1n) / count);
  const heldAfter = (dealt: bigint) =>
    ceilingsAfter(dealt).reduce((sum, ceiling, index) => sum + larger(ceiling, used[index] ?? 0n), 0n);
  if (heldAfter(0n) > maximum) return used.map(() => 0n);
  let [least, most] = [0n, maximum];
  while (least < most) {
    const middle = (least + most + 1n) / 2n;
    if (heldAfter(middle) <= maximum) least = middle;
    else most = middle - 1n;
  }
  return ceilingsAfter(least);
}

/**
 * Takes an amount from one allotment that has room for it, and from several if none has: an amount that fits the maximum is
 * never refused.
 *
 * @param first the allotment that is tried first
 * @returns `undefined` if less is left than the amount
 */
export function takeFrom(
  { maximum, used }: { readonly maximum: bigint; readonly used: readonly bigint[] },
  amount: bigint,
  first: number,
): Take[] | undefined {
  if (amount > remainingOf(maximum, used)) return undefined;
  const rooms = ceilingsOf(maximum, used).map((ceiling, allotment) => ({
    ...{ allotment, ceiling },
    room: larger(ceiling - (used[allotment] ?? 0n), 0n),
  }));
  const inTurn = [...rooms.slice(first), ...rooms.slice(0, first)];
  const whole = inTurn.find(({ room }) => room >= amount);
  if (whole !== undefined) return [{ allotment: whole.allotment, cents: amount, ceiling: whole.ceiling }];
  let left = amount;
  return inTurn
    .toSorted((one, other) => (one.room > other.room ? -1 : one.room < other.room ? 1 : 0))
    .flatMap(({ allotment, ceiling, room }) => {
      const cents = left - larger(left - room, 0n);
      left -= cents;
      return cents === 0n ? [] : [{ allotment, cents, ceiling }];
    });
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
