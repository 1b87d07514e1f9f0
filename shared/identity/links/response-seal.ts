/**
 * Answers that show links, as they are stored for replays: encrypted by a key that the key service derives for each user
 * and that is stored nowhere, as the tokens of links are made (docs/adr/007, docs/adr/021).
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type IdempotencyScope, MAX_RESPONSE_BYTES } from '#shared/http/idempotency/repository';
import { deriveKey } from './link-tokens';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const deriveSealKey = ({ partnerId, userId }: IdempotencyScope) =>
  deriveKey(`stored-answers:${partnerId}:${userId ?? ''}`);

/** Binds a sealed answer to its request: another record does not open it. */
const additionalData = ({ key, fingerprint }: IdempotencyScope) => Buffer.from(`${key}\n${fingerprint}`);

/** Seals by AES-256-GCM with a nonce of its own each time. Needs LINK_KEY_ID and the grant `link-key-mac`. */
export const linkResponseSeal = {
  async seal(text: string, scope: IdempotencyScope): Promise<string> {
    const nonce = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, await deriveSealKey(scope), nonce).setAAD(additionalData(scope));
    const content = [cipher.update(deflateRawSync(text)), cipher.final()];
    return Buffer.concat([nonce, ...content, cipher.getAuthTag()]).toString('base64');
  },

  /** @throws Error when it was not sealed for this request */
  async open(sealed: string, scope: IdempotencyScope): Promise<string> {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv(CIPHER, await deriveSealKey(scope), bytes.subarray(0, IV_BYTES))
      .setAAD(additionalData(scope))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    const content = [decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()];
    return inflateRawSync(Buffer.concat(content), { maxOutputLength: MAX_RESPONSE_BYTES }).toString('utf8');
  },
};
