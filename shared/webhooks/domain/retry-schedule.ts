/**
 * Times of the automatic attempts. The stage's WEBHOOK_DELAYS_S contains five waits in whole seconds, before attempts 1 to 5
 * (deployed: 0, 60, 300, 600, 900).
 */

/** Time limit of a complete attempt, in ms. */
export const ATTEMPT_DEADLINE_MS = 10_000;

/**
 * Parses the comma-separated waits.
 * @throws Error if the text is not five whole numbers from 0 to 900 (a queue cannot delay a message longer)
 */
export function parseRetrySchedule(text: string): readonly number[] {
  const waits = text.split(',').map((part) => (/^\d{1,3}$/.test(part.trim()) ? Number(part) : Number.NaN));
  if (waits.length !== 5 || waits.some((wait) => Number.isNaN(wait) || wait > 900)) {
    throw new Error('WEBHOOK_DELAYS_S must be five whole numbers of seconds, each at most 900, separated by commas');
  }
  return waits;
}

/**
 * Returns the wait after `attemptsMade` attempts; `undefined` if no attempt remains. `random` (0 to below 1) adds up to 10 %
 * jitter, which spreads the retries after an outage. The wait is in whole seconds, because a queue would round fractions up.
 */
export function waitBeforeNextMs(waits: readonly number[], attemptsMade: number, random: number): number | undefined {
  const base = waits[attemptsMade];
  if (base === undefined) return undefined;
  return (base + Math.floor(base * 0.1 * random)) * 1000;
}
