/** Text that the table holds encrypted, by AES-256-GCM with a separate nonce each time. */
import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A key, and the text that binds a sealed value to its place: with another text it does not open. */
export interface Seal {
  readonly key: KeyObject;
  readonly boundTo: string;
}

/** Returns the text, packed and sealed, in Base64. */
export function sealText(text: string, { key, boundTo }: Seal): string {
  const nonce = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(boundTo));
  const content = [cipher.update(deflateRawSync(text)), cipher.final()];
  return Buffer.concat([nonce, ...content, cipher.getAuthTag()]).toString('base64');
}

/**
 * Returns the text that was sealed.
 * @param maxBytes the longest text
 * @throws Error when it was not sealed with this key and for this place
 */
export function openText(sealed: string, { key, boundTo }: Seal, maxBytes: number): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  const content = [decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()];
  return inflateRawSync(Buffer.concat(content), { maxOutputLength: maxBytes }).toString('utf8');
}
