/**
 * Webhook secrets at rest: sealed by a KMS key that no other data uses, bound to the partner by the
 * encryption context, so that a ciphertext copied to another partner's item does not open.
 */
import { DecryptCommand, EncryptCommand } from '@aws-sdk/client-kms';
import type { ResponseSeal } from '#shared/http/idempotency/recorded-response';
import { required } from '#shared/platform/config/environment';
import { keyService } from '#shared/platform/config/key-service';

/** Seals a secret of a partner; base64. Needs WEBHOOK_KEY_ID and the encrypt grant. */
export async function sealSecret(plain: string, partnerId: string): Promise<string> {
  const { CiphertextBlob } = await keyService().send(
    new EncryptCommand({
      KeyId: required('WEBHOOK_KEY_ID'),
      Plaintext: new TextEncoder().encode(plain),
      EncryptionContext: { partnerId },
    }),
  );
  if (CiphertextBlob === undefined) throw new Error('The key service sealed nothing');
  return Buffer.from(CiphertextBlob).toString('base64');
}

/** Opens a secret that `sealSecret` sealed for the same partner. Needs WEBHOOK_KEY_ID and the decrypt grant. */
export async function openSecret(sealed: string, partnerId: string): Promise<string> {
  const { Plaintext } = await keyService().send(
    new DecryptCommand({
      KeyId: required('WEBHOOK_KEY_ID'),
      CiphertextBlob: Buffer.from(sealed, 'base64'),
      EncryptionContext: { partnerId },
    }),
  );
  if (Plaintext === undefined) throw new Error('The key service opened nothing');
  return new TextDecoder().decode(Plaintext);
}

/** A response that shows a secret is stored like the secret: sealed for the partner. Needs both grants. */
export const secretResponseSeal: ResponseSeal = {
  seal: (text, { partnerId }) => sealSecret(text, partnerId),
  open: (sealed, { partnerId }) => openSecret(sealed, partnerId),
};
