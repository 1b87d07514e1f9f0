/** Derives tokens of hosted page links from link ids. No token is stored, so a copy of the table opens no link (docs/adr/008). */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { GenerateMacCommand } from '@aws-sdk/client-kms';
import { required } from '#shared/platform/config/environment';
import { keyService } from '#shared/platform/config/key-service';

/** Returns the token of a user's link by the link's id. */
export type TokenForLink = (linkId: string) => string;

/**
 * Returns a function that computes the tokens of a user's links: 256 bits in base64url. One KMS request derives the user's key
 * for all tokens. Needs LINK_KEY_ID and the grant `link-key-mac`.
 */
export async function linkTokensFor(userId: string): Promise<TokenForLink> {
  const key = await deriveKey(`link-tokens:${userId}`);
  return (linkId) => createHmac('sha256', key).update(linkId).digest('base64url');
}

/** Derives a 256-bit key for a purpose with KMS. Equal purposes have equal keys. Needs LINK_KEY_ID. */
export async function deriveKey(purpose: string): Promise<KeyObject> {
  const { Mac } = await keyService().send(
    new GenerateMacCommand({
      KeyId: required('LINK_KEY_ID'),
      MacAlgorithm: 'HMAC_SHA_256',
      Message: new TextEncoder().encode(purpose),
    }),
  );
  if (Mac === undefined) throw new Error('The key service made no code');
  return createSecretKey(Mac);
}

/** Returns true if a text has the format of a token. Other texts need no read of the table. */
export function isLinkToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}
