import type { Command } from '#scripts/ops/command';
import { readWhole } from '#scripts/ops/values';

const MOST = 1000;

const replay: Command = {
  noun: 'stream',
  verb: 'replay',
  about:
    'Add to the feeds of changes what projectChanges gave up; of what publishEvents gave up the redrive takes care',
  writes: 'asked',
  options: { limit: { value: 'N', about: `Ranges to take in hand, 1 to ${MOST} (default: 50)` } },
  prepare(given) {
    const limit = readWhole('limit', given.text('limit') ?? '50', { least: 1, most: MOST });
    return {
      confirm: { word: 'stream', act: 'replay what the stream gave up' },
      async run(scene) {
        // Loaded here: the other verbs need nothing of it.
        const { operatorQueues } = await import('#scripts/ops/dead-letter-queues');
        const { PLATFORM, recordAction } = await import('#shared/partners/audit/repository');
        const { replayRange } = await import('#scripts/ops/stream-replay');
        const queues = operatorQueues(scene.outputs);
        try {
          const url = await queues.urlOf('outbox-discarded');
          const letters = await queues.take(url, limit, 'redrive');
          if (letters.length > 0) {
            const details = { ranges: letters.length };
            await recordAction({ partnerId: PLATFORM, verb: 'stream replay', details, ...scene });
          }
          const counts = { replayed: 0, redriven: 0, kept: 0, changes: 0 };
          for (const letter of letters) {
            const outcome = await replayRange(letter.body, scene.atMs);
            counts[outcome.outcome] += 1;
            counts.changes += outcome.changes;
            // Taken away afterwards: what is replayed twice is in the feed once.
            if (outcome.outcome !== 'kept') await queues.remove(url, letter);
          }
          const { replayed, redriven, kept, changes } = counts;
          const text = `${replayed} ranges with ${changes} records replayed; ${redriven} left to the redrive; ${kept} kept.`;
          const failure = `${kept} ranges are unreadable, older than the day that the stream keeps, or failed again.`;
          return { json: counts, text, ...(kept > 0 && { failure }) };
        } finally {
          queues.close();
        }
      },
    };
  },
};

export const streamCommands: readonly Command[] = [replay];
