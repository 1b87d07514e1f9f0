import { Problem } from '#shared/api/problems';
import { iso } from '#shared/api/views/time';
import { saveWebhookSettings } from '#shared/data/webhook-settings';
import { sealSecret } from '#shared/delivery/secret-box';
import { newWebhookSecret } from '#shared/delivery/signature';
import { newId } from '#shared/domain/ids';
import { OVERLAP_MS, rotatedSecrets } from '#shared/domain/webhooks/signing-secrets';
import type { Operation } from '#shared/http/edge';
import { readSettings } from '#shared/operations/read-webhook-settings';
import { inRounds } from '#shared/operations/rounds';
import type { contract } from './contract';

/**
 * Replaces the signing secret; the new one is shown in this answer only. Rotations at the same moment follow one
 * another: each caller was shown a secret, so each of these secrets is kept as long as a replaced one is.
 */
export const rotateSecret: Operation<typeof contract> = async ({ caller, nowMs }) => {
  const secret = newWebhookSecret();
  const sealed = await sealSecret(secret, caller.partnerId);
  return inRounds(async () => {
    const before = await readSettings(caller);
    if (before.secrets.length === 0) {
      throw new Problem('CONFLICT', 'There is no webhook secret yet. Set a webhook URL first.');
    }
    const after = {
      ...before,
      secrets: rotatedSecrets(before.secrets, { id: newId(nowMs), sealed }, nowMs),
      secretRotatedAt: iso(nowMs),
    };
    const saved = await saveWebhookSettings(after, before, nowMs);
    return saved && { data: { secret, previousExpiresAt: iso(nowMs + OVERLAP_MS) } };
  });
};
