import type { ResponseData } from '#shared/api/response-schemas';
import { newId } from '#shared/values/ids';
import { toIsoTime } from '#shared/values/iso-time';
import { ROTATION_OVERLAP_MS, type SigningSecret, secretsAfterRotation } from '#shared/webhooks/domain/signing-secrets';
import { newWebhookSecret } from '#shared/webhooks/signature';
import { sealSecret } from './secret-encryption';

/** A rotation that is not written yet. */
export interface SecretRotation {
  /** What the partner is shown, this once. */
  readonly shown: ResponseData<'RotatedSecret'>;
  /** The fields of an endpoint after it. */
  after(secrets: readonly SigningSecret[]): { readonly secrets: SigningSecret[]; readonly secretRotatedAt: string };
}

/** Makes a secret that replaces the newest one of an endpoint. */
export async function prepareRotation(partnerId: string, nowMs: number): Promise<SecretRotation> {
  const { secret, stored } = await newSealedSecret(partnerId, nowMs);
  return {
    shown: { secret, previousExpiresAt: toIsoTime(nowMs + ROTATION_OVERLAP_MS) },
    after: (secrets) => ({
      secrets: secretsAfterRotation(secrets, stored, nowMs),
      secretRotatedAt: toIsoTime(nowMs),
    }),
  };
}

/** A new secret of a partner: as it is shown, and as it is stored. */
export async function newSealedSecret(
  partnerId: string,
  nowMs: number,
): Promise<{ readonly secret: string; readonly stored: SigningSecret }> {
  const secret = newWebhookSecret();
  return { secret, stored: { id: newId(nowMs), sealed: await sealSecret(secret, partnerId) } };
}
