/** Encrypts stored responses that contain links. KMS derives a key per user. No key is stored (docs/adr/008, docs/adr/016). */
import { type IdempotencyScope, MAX_RESPONSE_BYTES } from '#shared/http/idempotency/repository';
import { openText, type Seal, sealText } from '#shared/platform/sealed-text';
import { deriveKey } from './link-tokens';

/** Binds an encrypted response to its request, so that it cannot be decrypted in another record. */
async function sealFor({ partnerId, userId, key, fingerprint }: IdempotencyScope): Promise<Seal> {
  return {
    key: await deriveKey(`stored-responses:${partnerId}:${userId ?? ''}`),
    boundTo: `${key}\n${fingerprint}`,
  };
}

/** Encrypts with AES-256-GCM and a new nonce each time. Needs LINK_KEY_ID and the grant `link-key-mac`. */
export const linkResponseSeal = {
  async seal(text: string, scope: IdempotencyScope): Promise<string> {
    return sealText(text, await sealFor(scope));
  },

  /** @throws Error if the text was encrypted for another request */
  async open(sealed: string, scope: IdempotencyScope): Promise<string> {
    return openText(sealed, await sealFor(scope), MAX_RESPONSE_BYTES);
  },
};
