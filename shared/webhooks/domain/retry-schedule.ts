/**
 * Times of the automatic attempts. The waits come from the stage's WEBHOOK_DELAYS_S: five whole
 * numbers of seconds, the wait before attempt 1, 2, 3, 4 and 5 (deployed: 0, 60, 300, 600, 900).
 */

/** The deadline of a whole attempt. */
export const ATTEMPT_DEADLINE_MS = 10_000;

/**
 * Parses the comma-separated waits.
 * @throws Error when it is not five whole numbers from 0 to 900 (a queue cannot delay a message longer).
 */
export function parseRetrySchedule(text: string): readonly number[] {
  const waits = text.split(',').map((part) => (/^\d{1,3}$/.test(part.trim()) ? Number(part) : Number.NaN));
  if (waits.length !== 5 || waits.some((wait) => Number.isNaN(wait) || wait > 900)) {
    throw new Error('WEBHOOK_DELAYS_S must be five whole numbers of seconds, each at most 900, separated by commas');
  }
  return waits;
}

/**
 * The wait in ms before the attempt after `attemptsMade`, with up to 10 % on top so that retries of one outage do not
 * come back as one wave; `undefined` when no attempt is left. In whole seconds, since a queue delays by those: a
 * fraction on top would be rounded up and make two seconds of one.
 * @param random a fraction from 0 up to 1
 */
export function waitBeforeNextMs(waits: readonly number[], attemptsMade: number, random: number): number | undefined {
  const base = waits[attemptsMade];
  if (base === undefined) return undefined;
  return (base + Math.floor(base * 0.1 * random)) * 1000;
}
