/**
 * Tokens of links that people open. A token is derived from the link's id whenever it is shown and is never stored,
 * so a copy of the table opens no link (docs/adr/008).
 */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { GenerateMacCommand } from '@aws-sdk/client-kms';
import { required } from '#shared/platform/config/environment';
import { keyService } from '#shared/platform/config/key-service';

/** The token of a link of a user, by the link's id. */
export type TokenForLink = (linkId: string) => string;

/**
 * Gives the tokens of a user's links by the links' ids: 256 bits, as base64url. One call of the key service
 * makes the user's key, whatever number of tokens is then wanted. Needs LINK_KEY_ID and the grant of the row.
 */
export async function linkTokensFor(userId: string): Promise<TokenForLink> {
  const key = await deriveKey(`link-tokens:${userId}`);
  return (linkId) => createHmac('sha256', key).update(linkId).digest('base64url');
}

/** The key of 256 bits that the key service derives for a purpose, the same each time. Needs LINK_KEY_ID. */
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

/** Returns true if a text has the form of a token; one that has not needs no look into the table. */
export function isLinkToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}
