/** Encrypts text for the table, with AES-256-GCM and a new nonce for each text. */
import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encryption key, and a text that binds the encrypted value to its record. Decryption with a different `boundTo` fails. */
export interface Seal {
  readonly key: KeyObject;
  readonly boundTo: string;
}

/** Compresses and encrypts a text. Returns Base64. */
export function sealText(text: string, { key, boundTo }: Seal): string {
  const nonce = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(boundTo));
  const content = [cipher.update(deflateRawSync(text)), cipher.final()];
  return Buffer.concat([nonce, ...content, cipher.getAuthTag()]).toString('base64');
}

/**
 * Decrypts a text from `sealText`.
 * @throws Error if the text is longer than `maxBytes`, or was encrypted with another key or another `boundTo`
 */
export function openText(sealed: string, { key, boundTo }: Seal, maxBytes: number): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  const content = [decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()];
  return inflateRawSync(Buffer.concat(content), { maxOutputLength: maxBytes }).toString('utf8');
}
