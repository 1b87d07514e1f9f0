import { setTimeout as pause } from 'node:timers/promises';
import { WriteContention } from '#shared/data/table';

/** Rounds in which a change meets others of the same item. */
const ROUNDS = 10;
/** Longest pause before a further round, in ms: ten rounds take three seconds at most. */
const LONGEST_PAUSE_MS = 400;

/**
 * Reads and writes anew as long as something else changed what was read, after a pause of a random length, so
 * that those who met do not meet again.
 *
 * @param attempt answers `undefined` when it met another change and wrote nothing
 * @throws WriteContention after the last round
 */
export async function inRounds<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const result = await attempt();
    if (result !== undefined) return result;
    await pause(Math.random() * Math.min(LONGEST_PAUSE_MS, 25 * 2 ** round));
  }
  throw new WriteContention('What was read keeps changing before it can be written');
}
