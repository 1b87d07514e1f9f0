/** The middle value, the mean of the two in the middle of an even number. @throws RangeError of no values */
export function median(values: readonly number[]): number {
  const sorted = sortedOf(values);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  return (lower + upper) / 2;
}

/**
 * The smallest value that is not below `share` of all values.
 * @param share a fraction: 0.99 for p99
 * @throws RangeError of no values
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = sortedOf(values);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** Distance of the quartiles over the median, as a fraction: how much to trust a median. */
export function spread(values: readonly number[]): number {
  return (percentile(values, 0.75) - percentile(values, 0.25)) / median(values);
}

/** To so many digits behind the point. */
export function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}

/** A fraction in percent, for a cell: `12 %`. */
export function inPercent(fraction: number): string {
  return `${Math.round(fraction * 100)} %`;
}

function sortedOf(values: readonly number[]): number[] {
  if (values.length === 0) throw new RangeError('No values to take a figure of');
  return values.toSorted((left, right) => left - right);
}
