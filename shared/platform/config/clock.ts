/**
 * The service's clock in epoch milliseconds. `CLOCK_OFFSET_S` (seconds, may be negative) shifts it on a
 * laptop, so that windows of hours and days can be tried; no template sets it.
 */
export function nowMs(): number {
  const offset = Number(process.env.CLOCK_OFFSET_S ?? 0);
  return Date.now() + (Number.isFinite(offset) ? offset * 1000 : 0);
}
