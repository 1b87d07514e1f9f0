import { WriteContention } from '#shared/data/table';

/** Rounds in which a change meets others of the same item. */
const ROUNDS = 6;

/**
 * Reads and writes anew as long as something else changed what was read.
 *
 * @param attempt answers `undefined` when it met another change and wrote nothing
 * @throws WriteContention after the last round
 */
export async function inRounds<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw new WriteContention('What was read keeps changing before it can be written');
}
