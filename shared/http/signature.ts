/** The Standard Webhooks signature (https://www.standardwebhooks.com, symmetric scheme `v1`). */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const PREFIX = 'whsec_';

/** Returns a new secret: `whsec_` and 32 random bytes in Base64. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

export interface SignedContent {
  /** The message's id. */
  readonly id: string;
  /** Time of this attempt in epoch seconds, as in the header `webhook-timestamp`. */
  readonly timestampS: number | string;
  readonly body: string;
}

/**
 * Returns the value of `webhook-signature`: one signature per active secret, in the given order, separated by spaces.
 * @throws Error if there is no secret, or if a secret does not start with `whsec_`
 */
export function signatureHeader(content: SignedContent, secrets: readonly string[]): string {
  if (secrets.length === 0) throw new Error('No live webhook secret');
  return secrets.map((secret) => sign(content, secret)).join(' ');
}

/**
 * Returns true if a `webhook-signature` value contains a signature made with one of the secrets. Compares in constant time.
 * @throws Error if a secret does not start with `whsec_`
 */
export function isSignedBy(content: SignedContent, header: string, secrets: readonly string[]): boolean {
  // Compares texts, because lenient Base64 decoding accepts texts that differ from the exact signature.
  const expected = secrets.map((secret) => Buffer.from(sign(content, secret)));
  return header
    .split(' ')
    .map((one) => Buffer.from(one))
    .some((given) => expected.some((one) => given.length === one.length && timingSafeEqual(given, one)));
}

function sign({ id, timestampS, body }: SignedContent, secret: string): string {
  const mac = createHmac('sha256', decodeSecret(secret)).update(`${id}.${timestampS}.${body}`);
  return `v1,${mac.digest('base64')}`;
}

function decodeSecret(secret: string): Buffer {
  if (!secret.startsWith(PREFIX)) throw new Error('A webhook secret has an unknown form');
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}
