/**
 * Encryption of stored webhook secrets. A separate KMS key encrypts them, with the partner in the encryption context, so a
 * ciphertext copied to another partner's item cannot be decrypted.
 */
import { DecryptCommand, EncryptCommand } from '@aws-sdk/client-kms';
import type { ResponseSeal } from '#shared/http/idempotency/recorded-response';
import { required } from '#shared/platform/config/environment';
import { keyService } from '#shared/platform/config/key-service';

/** Encrypts a secret of a partner and returns base64. Needs WEBHOOK_KEY_ID and the encrypt grant. */
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

/** Decrypts a secret that `sealSecret` encrypted for the same partner. Needs WEBHOOK_KEY_ID and the decrypt grant. */
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

/**
 * Encrypts and decrypts stored responses that contain a webhook secret, with the KMS key of the stored webhook secrets. Needs the
 * encrypt and the decrypt grant.
 */
export const secretResponseSeal: ResponseSeal = {
  seal: (text, { partnerId }) => sealSecret(text, partnerId),
  open: (sealed, { partnerId }) => openSecret(sealed, partnerId),
};
