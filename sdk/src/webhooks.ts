import { RampWebhookError, type WebhookRefusal } from './errors.js';
import type { webhooks } from './generated/openapi.js';
import { checkNumber, checkObject, checkOptionNames, describeGiven, kindOf } from './given.js';
import { checkEnvironment, type Environment } from './options.js';
import { checkCrypto, type WebCrypto, webCrypto } from './web-crypto.js';

/** Names of webhook events, such as `COMPLETED_CROSS_RAMP`. */
export type WebhookEventName = keyof webhooks;

/** Payload of one webhook event. */
export type WebhookEventOf<E extends WebhookEventName> =
  webhooks[E]['post']['requestBody']['content']['application/json'] & { readonly event: E };

/** Webhook payload; `event` is the event's name. Amounts are decimal text. Ignore unknown events: API versions can add events. */
export type WebhookEvent = { [E in WebhookEventName]: WebhookEventOf<E> }[WebhookEventName];

/** The received request to your webhook URL. */
export interface WebhookDelivery {
  /** The raw body before any parsing: text or bytes. */
  readonly body: string | ArrayBuffer | ArrayBufferView;
  /** The headers: a `Headers` object, a `Map`, or a plain object (Node.js `req.headers`). Names can have any letter case. */
  readonly headers: WebhookHeaders;
}

/** Headers of a request from any runtime or library. */
export type WebhookHeaders =
  | { get(name: string): string | readonly string[] | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /**
   * Environment of your server. Webhooks of the other environment are refused.
   * @default webhooks of both environments are accepted
   */
  readonly environment?: Environment;
  /**
   * Maximum difference between `webhook-timestamp` and the current time, in seconds, in both directions: finite, 0 or more.
   * @default 300
   */
  readonly toleranceS?: number;
  /** Current time in epoch milliseconds: finite, 0 or more. @default the runtime's clock */
  readonly nowMs?: number;
  /**
   * Web Crypto, which checks the signatures.
   * @default the runtime's global `crypto`; Node.js 18 needs `webcrypto` of `node:crypto`
   */
  readonly crypto?: WebCrypto;
}

const verifyOptions: ReadonlySet<string> = new Set(['environment', 'toleranceS', 'nowMs', 'crypto']);

const SECRET_PREFIX = 'whsec_';

/** Length of an HMAC-SHA256 in bytes. */
const SIGNATURE_BYTES = 32;

/**
 * Maximum number of compared signatures, so that a forged header cannot cause many comparisons. The service sends one signature
 * per valid secret: two signatures during a rotation.
 */
const MAX_SIGNATURES = 8;

/**
 * Checks that the service sent a webhook recently, with the Standard Webhooks scheme (https://www.standardwebhooks.com). A
 * webhook can arrive more than once: store the `id` of each processed event.
 * @param secrets one secret (`whsec_…`), or several secrets during a rotation
 * @throws RampWebhookError with a `reason` if the webhook cannot be trusted
 * @throws TypeError for a parsed body or another invalid argument
 */
export async function verifyWebhook(
  delivery: WebhookDelivery,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  checkArguments(delivery, secrets, options);
  const { headers } = delivery;
  const { environment, toleranceS = 300, nowMs = Date.now(), crypto } = options;
  checkNumber('toleranceS', toleranceS, { min: 0, max: Number.MAX_SAFE_INTEGER });
  checkNumber('nowMs', nowMs, { min: 0, max: Number.MAX_SAFE_INTEGER });
  const content = bytesOf(delivery.body);
  const secretKeys = [secrets].flat().map(readSecret);
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const given = header(headers, 'webhook-signature');
  checkTimestamp(timestamp, nowMs / 1000, toleranceS);
  const prefix = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(prefix.length + content.length);
  signed.set(prefix);
  signed.set(content, prefix.length);
  const { subtle } = webCrypto(crypto);
  const keys = await Promise.all(secretKeys.map((key) => importKey(subtle, key)));
  const signatures = given.split(' ').flatMap(readSignature).slice(0, MAX_SIGNATURES);
  // Calculate one MAC per secret, not one per signature: the MAC of a long body is expensive.
  const expected = await Promise.all(keys.map((key) => subtle.sign('HMAC', key, signed.buffer)));
  const isSigned = expected.some((one) => signatures.some((signature) => areEqual(new Uint8Array(one), signature)));
  if (!isSigned) throw refuse('NO_MATCHING_SIGNATURE', 'no signature matches a known secret');
  const event = parseEvent(signed.subarray(prefix.length));
  if (environment !== undefined && event.environment !== environment)
    throw refuse('OTHER_ENVIRONMENT', `the event is from ${event.environment}, but this server is for ${environment}`);
  return event;
}

/** Checks the arguments. @throws TypeError for an invalid argument; the message contains no secret */
function checkArguments(delivery: WebhookDelivery, secrets: string | readonly string[], options: VerifyOptions): void {
  if (typeof delivery !== 'object' || delivery === null)
    throw new TypeError(`verifyWebhook requires { body, headers }, got ${describeGiven(delivery)}`);
  if (!areHeaders(delivery.headers))
    throw new TypeError(`headers must be the request headers, got ${describeGiven(delivery.headers)}`);
  if (secrets === undefined || secrets === null || secrets.length === 0)
    throw new TypeError(
      'The webhook secret is missing. Pass the whsec_… secret of your webhook settings, or a list of secrets',
    );
  checkObject('options', options);
  checkOptionNames(options, verifyOptions, 'verifyWebhook');
  checkCrypto(options.crypto);
  if (options.environment !== undefined) checkEnvironment(options.environment);
}

/** Returns true for headers that can be read by name. Returns false for any other value, for example an array of headers. */
function areHeaders(headers: WebhookHeaders | null | undefined): boolean {
  if (typeof headers !== 'object' || headers === null) return false;
  return typeof headers.get === 'function' || kindOf(headers) === 'Object';
}

/** Returns the bytes of a raw body. @throws TypeError for a parsed or unread body, which cannot be verified */
function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (isBuffer(body)) return new Uint8Array(body);
  throw new TypeError(
    `body must be the raw body of the request, as unparsed text or bytes, got ${describeGiven(body)}. Read the body with await request.text(), or with express.raw({ type: 'application/json' })`,
  );
}

/** Returns true for a buffer, also if another JavaScript realm created it. */
function isBuffer(value: unknown): value is ArrayBuffer {
  return kindOf(value) === 'ArrayBuffer' || kindOf(value) === 'SharedArrayBuffer';
}

/** Compares two signatures of equal length in constant time. */
function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.reduce((difference, byte, index) => difference | (byte ^ (other[index] ?? 0)), 0) === 0;
}

function header(headers: WebhookHeaders, name: string): string {
  const [value] = [headerValue(headers, name)].flat();
  if (typeof value !== 'string' || value === '') throw refuse('MISSING_HEADER', `${name} is missing`);
  return value;
}

/**
 * Returns a header by its lower-case name. Checks for a `get` method, because `Headers` objects of other realms and libraries are
 * not instances of the global `Headers` class.
 */
function headerValue(headers: WebhookHeaders, name: string): unknown {
  const found = typeof headers.get === 'function' ? headers.get(name) : undefined;
  if (found !== undefined && found !== null) return found;
  const entries = headers instanceof Map ? [...headers] : Object.entries(headers);
  return entries.find(([key, value]) => String(key).toLowerCase() === name && value !== undefined)?.[1];
}

function checkTimestamp(timestamp: string, nowS: number, toleranceS: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) throw refuse('INVALID_TIMESTAMP', 'webhook-timestamp is not a number of seconds');
  const ageS = nowS - Number(timestamp);
  if (ageS > toleranceS) throw refuse('TOO_OLD', `webhook-timestamp is more than ${toleranceS} seconds in the past`);
  if (ageS < -toleranceS) throw refuse('TOO_NEW', `webhook-timestamp is more than ${toleranceS} seconds in the future`);
}

/**
 * @throws TypeError for text that is not a secret. The message does not contain the text, because a secret must not appear in a
 * log.
 */
function readSecret(secret: unknown): ArrayBuffer {
  const bytes =
    typeof secret === 'string' && secret.startsWith(SECRET_PREFIX)
      ? decodeBase64(secret.slice(SECRET_PREFIX.length))
      : undefined;
  if (bytes === undefined || bytes.byteLength === 0)
    throw new TypeError('A webhook secret must be a text with the format whsec_…');
  return bytes;
}

function importKey(subtle: WebCrypto['subtle'], key: ArrayBuffer): Promise<object> {
  return subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

/** Decodes a signature. Returns an empty list if the version is not `v1` or the length is not `SIGNATURE_BYTES`. */
function readSignature(text: string): Uint8Array[] {
  const bytes = text.startsWith('v1,') ? decodeBase64(text.slice(3)) : undefined;
  return bytes?.byteLength === SIGNATURE_BYTES ? [new Uint8Array(bytes)] : [];
}

/** Decodes Base64. @returns `undefined` for text that is not valid Base64 */
function decodeBase64(text: string): ArrayBuffer | undefined {
  try {
    const binary = atob(text);
    return btoa(binary) === text ? Uint8Array.from(binary, (char) => char.charCodeAt(0)).buffer : undefined;
  } catch {
    return undefined;
  }
}

function parseEvent(content: Uint8Array): WebhookEvent {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content));
    checkObject('body', event);
    return event;
  } catch (cause) {
    throw new RampWebhookError('INVALID_BODY', 'The signature is valid, but the body is not a JSON object', { cause });
  }
}

function refuse(reason: WebhookRefusal, message: string): RampWebhookError {
  return new RampWebhookError(reason, `The delivery cannot be trusted: ${message}`);
}
