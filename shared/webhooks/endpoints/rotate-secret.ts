import type * as z from 'zod/mini';
import { eventBusWithoutSecret, noWebhookSecret } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { newWebhookSecret } from '#shared/http/signature';
import { newId } from '#shared/values/ids';
import { toIsoTime } from '#shared/values/iso-time';
import { ROTATION_OVERLAP_MS, type SigningSecret, secretsAfterRotation } from '#shared/webhooks/domain/signing-secrets';
import type * as schemas from '#shared/webhooks/response-schema';
import { type StoredEndpoint, saveEndpoint } from './repository';
import { requireOwnEndpoint } from './response';
import { sealSecret } from './secret-encryption';

type Rotated = z.infer<typeof schemas.RotatedSecret>;

/**
 * Input of a secret rotation. `record` builds the writes that store the response in the same DynamoDB transaction as the new
 * secret.
 */
export interface SecretRotation<Reply> {
  readonly partnerId: string;
  readonly nowMs: number;
  readonly find: () => Promise<StoredEndpoint | undefined>;
  readonly record: (shown: Rotated) => Promise<{ readonly writes: readonly PendingWrite[]; readonly reply: Reply }>;
}

/**
 * Replaces the signing secret of an endpoint. Only the response and its replayed responses show the new secret. Concurrent
 * rotations are applied one after another, each with a different secret.
 * @throws Problem NOT_FOUND; CONFLICT for an endpoint without a signing secret
 */
export async function rotateSecret<Reply>({ partnerId, nowMs, find, record }: SecretRotation<Reply>): Promise<Reply> {
  const [{ secret, stored: replacement }, first] = await Promise.all([newSealedSecret(partnerId, nowMs), find()]);
  const shown = { secret, previousExpiresAt: toIsoTime(nowMs + ROTATION_OVERLAP_MS) };
  return retryOnConflict(async (attempt) => {
    const stored = requireOwnEndpoint(attempt === 1 ? first : await find());
    const { eventBusArn, secrets } = stored.endpoint;
    if (eventBusArn !== undefined) throw eventBusWithoutSecret(stored.endpoint.id);
    if (secrets.length === 0) throw noWebhookSecret();
    const { writes, reply } = await record(shown);
    const rotated = { secrets: secretsAfterRotation(secrets, replacement, nowMs), secretRotatedAt: toIsoTime(nowMs) };
    const saved = await saveEndpoint(stored, { ...stored.endpoint, ...rotated }, { nowMs, additionalWrites: writes });
    return saved && reply;
  });
}

/** Creates a signing secret of a partner, as plain text and in its encrypted stored form. */
export async function newSealedSecret(partnerId: string, nowMs: number) {
  const secret = newWebhookSecret();
  const stored: SigningSecret = { id: newId(nowMs), sealed: await sealSecret(secret, partnerId) };
  return { secret, stored };
}
