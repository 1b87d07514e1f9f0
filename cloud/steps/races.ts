import { checkFeed, createThirtyTimes, useQuoteTwentyTimes } from '#cloud/phases/transactions';
import type { Rehearsal } from '#cloud/plan/context';

/** Equal creations at once and uses of one quote at once make one transaction each, and the feed has every version of both. */
export async function playRaces(rehearsal: Rehearsal): Promise<string> {
  const { partner, userId } = await rehearsal.subscriber('Races');
  const created = await createThirtyTimes(partner, userId);
  const quoted = await useQuoteTwentyTimes(partner, userId);
  const feed = await checkFeed(partner, [created.id, quoted.id]);
  return `30 equal creations: ${created.summary}; 20 uses of one quote: ${quoted.summary}; feed: ${feed}`;
}
