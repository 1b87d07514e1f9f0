import { noWebhookSecret } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { idempotent } from '#shared/http/idempotency/idempotent-operation';
import { readOwnSettings } from '#shared/webhooks/settings/read-own-settings';
import { saveWebhookSettings } from '#shared/webhooks/settings/repository';
import { prepareRotation } from '#shared/webhooks/settings/rotate-secret';
import { secretResponseSeal } from '#shared/webhooks/settings/secret-encryption';
import { contract } from './contract';

/**
 * Replaces the signing secret; the new one is shown in this answer and its replays only. Concurrent rotations are applied one
 * after another: each caller gets a secret, and each of these secrets is valid as long as a replaced one.
 */
export const rotateSecret = idempotent({ contract, seal: secretResponseSeal }, async ({ caller, nowMs }, record) => {
  const [rotation, first] = await Promise.all([prepareRotation(caller.partnerId, nowMs), readOwnSettings(caller)]);
  return retryOnConflict(async (attempt) => {
    const before = attempt === 1 ? first : await readOwnSettings(caller);
    if (before.secrets.length === 0) throw noWebhookSecret();
    const after = { ...before, ...rotation.after(before.secrets) };
    const answer = await record(rotation.shown);
    return (await saveWebhookSettings(after, before, nowMs, answer.writes)) && answer.reply;
  });
});
