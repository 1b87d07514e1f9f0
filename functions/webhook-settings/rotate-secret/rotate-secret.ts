import { Problem } from '#shared/api/problems';
import { iso } from '#shared/api/views/time';
import { saveWebhookSettings } from '#shared/data/webhook-settings';
import { sealSecret } from '#shared/delivery/secret-box';
import { newWebhookSecret } from '#shared/delivery/signature';
import { newId } from '#shared/domain/ids';
import type { Operation } from '#shared/http/edge';
import { readSettings } from '#shared/operations/read-webhook-settings';
import type { contract } from './contract';

/** For this long the replaced secret still signs beside the new one. */
const OVERLAP_MS = 24 * 3_600_000;

/**
 * Replaces the signing secret; the new one is shown in this answer only. No more than two secrets are alive:
 * a rotation within the overlap of another ends the oldest at once.
 */
export const rotateSecret: Operation<typeof contract> = async ({ caller, nowMs }) => {
  const before = await readSettings(caller);
  const [replaced] = before.secrets;
  if (replaced === undefined) {
    throw new Problem('CONFLICT', 'There is no webhook secret yet. Set a webhook URL first.');
  }
  const secret = newWebhookSecret();
  const previousExpiresAt = iso(nowMs + OVERLAP_MS);
  const saved = await saveWebhookSettings(
    {
      ...before,
      secrets: [
        { id: newId(nowMs), sealed: await sealSecret(secret, caller.partnerId) },
        { ...replaced, expiresAt: previousExpiresAt },
      ],
      // Two changes within one millisecond must differ: the store compares this instant.
      updatedAt: iso(Math.max(nowMs, Date.parse(before.updatedAt) + 1)),
    },
    before,
  );
  // Whoever was faster has been shown a secret; it must not be replaced unseen.
  if (!saved) throw new Problem('CONFLICT', 'The settings were changed by another request');
  return { data: { secret, previousExpiresAt } };
};
