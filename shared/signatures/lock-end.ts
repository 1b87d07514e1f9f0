import { wholeNumber } from '#shared/platform/config/environment';

const DAY_MS = 86_400_000;

/**
 * End of the object lock of a signed record (epoch ms); `undefined` if the stage locks nothing, or the lock has ended
 * (docs/adr/023).
 */
export function lockEnd(signedAtMs: number, nowMs: number): number | undefined {
  const days = wholeNumber('SIGNED_RECORDS_LOCKED_DAYS', 0);
  const endMs = signedAtMs + days * DAY_MS;
  return endMs > nowMs ? endMs : undefined;
}
