import type { Command } from '#scripts/ops/command';
import type { Erasure } from '#scripts/ops/erase-user';
import { fields } from '#scripts/ops/lines';
import { readId } from '#scripts/ops/values';

const erase: Command = {
  noun: 'user',
  verb: 'erase',
  about:
    'Erase a person for good: files, identity, accounts, and names in transactions and events; the books stay. Run again, it finishes what broke off',
  writes: 'asked',
  options: {
    id: { value: 'ID', required: true, about: "The user's identifier" },
    'dry-run': { about: 'Only count what would be erased' },
    bucket: { value: 'NAME', about: 'The bucket of the files, instead of the one that is found' },
  },
  prepare(given) {
    const userId = readId('id', given.required('id'));
    const dryRun = given.on('dry-run');
    const named = given.text('bucket');
    return {
      ...(!dryRun && { confirm: { userId, act: 'erase one of its users for good' } }),
      async run(scene) {
        // Loaded here: the other verbs need nothing of it.
        const { filesBucket } = await import('#scripts/ops/files-bucket');
        const { eraseUser, surveyUser } = await import('#scripts/ops/erase-user');
        const { findPartnerIdByUser } = await import('#shared/users/erasure/repository');
        const { PLATFORM, recordAction } = await import('#shared/partners/audit/repository');
        const bucket = await filesBucket(named ?? (await scene.outputs('FilesBucketName')));
        try {
          const order = { userId, atMs: scene.atMs, bucket };
          if (dryRun) {
            const survey = await surveyUser(order);
            const text = told(survey, 'would be erased');
            const { blockedBy } = survey;
            return {
              json: { ...survey, blockedBy: blockedBy ?? null, dryRun },
              text: blockedBy === undefined ? text : `${text}\n\nNot now: ${blockedBy}`,
            };
          }
          const erasure = await eraseUser(order, async () => {
            const partnerId = (await findPartnerIdByUser(userId)) ?? PLATFORM;
            await recordAction({ partnerId, verb: 'user erase', details: { userId }, ...scene });
          });
          return { json: { ...erasure, dryRun }, text: `${told(erasure, 'is erased')}\n\n${AFTERWARDS}` };
        } finally {
          bucket.close();
        }
      },
    };
  },
};

const AFTERWARDS =
  'Run it once more after a day: it takes away what was still on its way. docs/data-retention.md says what ends by itself.';

function told({ userId, files, marked, deleted, feedPages }: Erasure, what: string): string {
  return fields(`User ${userId} ${what}`, {
    'files deleted': String(files),
    'items deleted': String(deleted),
    'transactions and events marked': String(marked),
    'pages of the feed marked': String(feedPages),
  });
}

export const userCommands: readonly Command[] = [erase];
