import { Problem } from '#shared/api/problems';
import { iso } from '#shared/api/views/time';
import { saveWebhookSettings } from '#shared/data/webhook-settings';
import { openSecret, sealSecret } from '#shared/delivery/secret-box';
import { newWebhookSecret } from '#shared/delivery/signature';
import { newId } from '#shared/domain/ids';
import { OVERLAP_MS, rotatedSecrets } from '#shared/domain/webhooks/signing-secrets';
import { type AnswerSeal, answerOnce } from '#shared/operations/answer-once';
import { readSettings } from '#shared/operations/read-webhook-settings';
import { inRounds } from '#shared/operations/rounds';
import { contract } from './contract';

/** The answer shows the secret, and is stored as the secret is: sealed for the partner. */
const seal: AnswerSeal = {
  seal: (text, { partnerId }) => sealSecret(text, partnerId),
  open: (sealed, { partnerId }) => openSecret(sealed, partnerId),
};

/**
 * Replaces the signing secret; the new one is shown in this answer and its replays only. Rotations at the same moment follow one
 * another: each caller was shown a secret, so each of these secrets is kept as long as a replaced one is.
 */
export const rotateSecret = answerOnce({ contract, seal }, async ({ caller, nowMs }, record) => {
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
    const answer = await record({ secret, previousExpiresAt: iso(nowMs + OVERLAP_MS) });
    return (await saveWebhookSettings(after, before, nowMs, answer.writes)) && answer.reply;
  });
});
