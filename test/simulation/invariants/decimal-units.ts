/** Digits after the point that are counted: as many as any token has. */
const SCALE = 18;

/**
 * A decimal text in units of 10^-18, apart from the money of the service that it checks.
 * @throws Error for any other text
 */
export function decimalUnits(text: string): bigint {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d{1,18}))?$/.exec(text) ?? [];
  if (whole === undefined) throw new Error(`${text} is no amount`);
  return BigInt(whole + fraction.padEnd(SCALE, '0'));
}
