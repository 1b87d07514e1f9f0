/**
 * Splits a limit over time into allotments that are used independently. Simultaneous creations of transactions of one partner
 * then do not all write the same item. Amounts are in US cents. docs/adr/017 explains the method.
 */

/** A part of an amount, the allotment that counts the part, and the ceiling of this allotment. */
export interface Take {
  readonly allotment: number;
  readonly cents: bigint;
  readonly ceiling: bigint;
}

/** Returns the remaining part of a maximum; 0 if more is used, for example after an operator lowered the maximum. */
export function remainingOf(maximum: bigint, used: readonly bigint[]): bigint {
  const left = maximum - used.reduce((sum, cents) => sum + cents, 0n);
  return left > 0n ? left : 0n;
}

/**
 * Divides a maximum into almost equal ceilings, one per allotment. While the maximum is unchanged, a ceiling never falls.
 * Therefore a ceiling from an old read is never too high.
 */
export function ceilingsOf(maximum: bigint, used: readonly bigint[]): bigint[] {
  const count = BigInt(used.length);
  // Returns the ceilings after `dealt` cents were distributed to the allotments in turn.
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

/** Takes an amount from one allotment, or from several if necessary. Returns `undefined` if less than the amount remains. */
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
