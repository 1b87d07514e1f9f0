import { noWebhookSecret } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { idempotent, type ResponseSeal } from '#shared/http/idempotency/idempotent-operation';
import { newId } from '#shared/values/ids';
import { toIsoTime } from '#shared/values/iso-time';
import { ROTATION_OVERLAP_MS, secretsAfterRotation } from '#shared/webhooks/domain/signing-secrets';
import { readOwnSettings } from '#shared/webhooks/settings/read-own-settings';
import { saveWebhookSettings } from '#shared/webhooks/settings/repository';
import { openSecret, sealSecret } from '#shared/webhooks/settings/secret-encryption';
import { newWebhookSecret } from '#shared/webhooks/signature';
import { contract } from './contract';

/** The answer contains the secret, so it is stored like the secret: sealed for the partner. */
const seal: ResponseSeal = {
  seal: (text, { partnerId }) => sealSecret(text, partnerId),
  open: (sealed, { partnerId }) => openSecret(sealed, partnerId),
};

/**
 * Replaces the signing secret; the new one is shown in this answer and its replays only. Concurrent rotations are applied one
 * after another: each caller gets a secret, and each of these secrets is valid as long as a replaced one.
 */
export const rotateSecret = idempotent({ contract, seal }, async ({ caller, nowMs }, record) => {
  const secret = newWebhookSecret();
  const sealed = await sealSecret(secret, caller.partnerId);
  return retryOnConflict(async () => {
    const before = await readOwnSettings(caller);
    if (before.secrets.length === 0) {
      throw noWebhookSecret();
    }
    const after = {
      ...before,
      secrets: secretsAfterRotation(before.secrets, { id: newId(nowMs), sealed }, nowMs),
      secretRotatedAt: toIsoTime(nowMs),
    };
    const answer = await record({ secret, previousExpiresAt: toIsoTime(nowMs + ROTATION_OVERLAP_MS) });
    return (await saveWebhookSettings(after, before, nowMs, answer.writes)) && answer.reply;
  });
});
