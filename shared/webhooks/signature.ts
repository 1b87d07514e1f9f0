/** The Standard Webhooks signature (https://www.standardwebhooks.com, symmetric scheme `v1`). */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A new secret in the form partners hold it: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

export interface SignedContent {
  /** The notification's id. */
  readonly id: string;
  /** Epoch seconds of this attempt. */
  readonly timestampS: number;
  readonly body: string;
}

/**
 * The value of `webhook-signature`: one signature per live secret, in the order given, separated by spaces.
 *
 * @throws Error when there is no secret, or one is not a `whsec_…` text
 */
export function signatureHeader({ id, timestampS, body }: SignedContent, secrets: readonly string[]): string {
  if (secrets.length === 0) throw new Error('No live webhook secret');
  return secrets
    .map(
      (secret) =>
        `v1,${createHmac('sha256', decodeSecret(secret)).update(`${id}.${timestampS}.${body}`).digest('base64')}`,
    )
    .join(' ');
}

function decodeSecret(secret: string): Buffer {
  if (!secret.startsWith(PREFIX)) throw new Error('A webhook secret has an unknown form');
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}
