/**
 * Responses that show links, as they are stored for replays: encrypted by a key that the key service derives for each user
 * and that is stored nowhere, as the tokens of links are made (docs/adr/008, docs/adr/016).
 */
import { type IdempotencyScope, MAX_RESPONSE_BYTES } from '#shared/http/idempotency/repository';
import { openText, type Seal, sealText } from '#shared/platform/sealed-text';
import { deriveKey } from './link-tokens';

/** Binds a sealed response to its request: another record does not open it. */
async function sealFor({ partnerId, userId, key, fingerprint }: IdempotencyScope): Promise<Seal> {
  return {
    key: await deriveKey(`stored-responses:${partnerId}:${userId ?? ''}`),
    boundTo: `${key}\n${fingerprint}`,
  };
}

/** Seals by AES-256-GCM with a separate nonce each time. Needs LINK_KEY_ID and the grant `link-key-mac`. */
export const linkResponseSeal = {
  async seal(text: string, scope: IdempotencyScope): Promise<string> {
    return sealText(text, await sealFor(scope));
  },

  /** @throws Error when it was not sealed for this request */
  async open(sealed: string, scope: IdempotencyScope): Promise<string> {
    return openText(sealed, await sealFor(scope), MAX_RESPONSE_BYTES);
  },
};
