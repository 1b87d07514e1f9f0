import { wholeNumber } from '#shared/platform/config/environment';

const DAY_MS = 86_400_000;

/**
 * Returns the end of the object lock of a signed record (epoch ms). Returns `undefined` if the stage locks no records, or if the
 * lock has ended (docs/adr/023).
 */
export function lockEnd(signedAtMs: number, nowMs: number): number | undefined {
  const days = wholeNumber('SIGNED_RECORDS_LOCKED_DAYS', 0);
  const endMs = signedAtMs + days * DAY_MS;
  return endMs > nowMs ? endMs : undefined;
}
