/**
 * The stored part of a partner endpoint's response. The response is untrusted. We store it only as text, so its member names
 * cannot become attributes of a table item.
 */

import { parseJson } from '#shared/values/json';

/** Maximum size of a stored response, in bytes (contract, Webhooks). */
export const MAX_RESPONSE_BYTES = 4096;

/**
 * Maximum size of a response stored in the delivery item, in bytes. Longer responses are separate items, because each attempt
 * writes the delivery item and each list request reads it (docs/adr/014).
 */
export const MAX_INLINE_BYTES = 200;

/** Share of control and invalid characters above which a response counts as binary. */
const MAX_UNREADABLE_SHARE = 0.1;

/** Returns the response as text of at most 4 KB. Invalid UTF-8 becomes U+FFFD. Binary data becomes a text with its size. */
export function responseText(bytes: Uint8Array): string {
  const isCut = bytes.byteLength > MAX_RESPONSE_BYTES;
  // `stream: true` makes the decoder omit an incomplete last character.
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_RESPONSE_BYTES), { stream: isCut });
  if (isBinary(text))
    return `(binary data, ${isCut ? 'more than ' : ''}${Math.min(bytes.byteLength, MAX_RESPONSE_BYTES)} bytes)`;
  // Each U+FFFD has three bytes and may replace a single byte, so the text can exceed the limit despite the cut.
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_RESPONSE_BYTES));
  return text.slice(0, read);
}

function isBinary(text: string): boolean {
  const unreadable = text.match(/[^\P{Cc}\t\n\f\r]|\ufffd/gu)?.length ?? 0;
  return unreadable > text.length * MAX_UNREADABLE_SHARE;
}

/** Returns true if a response is long enough to be stored in a separate item. */
export function isStoredApart(responseBody: string | undefined): responseBody is string {
  return responseBody !== undefined && Buffer.byteLength(responseBody) > MAX_INLINE_BYTES;
}

/** Returns our error object as JSON text, used if the endpoint did not return a JSON object. */
export function genericError(message: string, notificationId: string): string {
  return JSON.stringify({ success: false, error: { message, id: notificationId } });
}

/** Returns a failed attempt's error as JSON text: the endpoint's response if it is a JSON object, otherwise our error object. */
export function errorPayloadText(
  responseBody: string | undefined,
  { message, notificationId }: { readonly message: string; readonly notificationId: string },
): string {
  return responseBody !== undefined && isObject(parseJson(responseBody))
    ? responseBody
    : genericError(message, notificationId);
}

/**
 * Returns the error text that the delivery item stores. If a separate item stores the response because of its length, the text is
 * our error object. `fullErrorText` replaces it with the response if the response is a JSON object.
 */
export function storedErrorText(
  responseBody: string | undefined,
  failure: { readonly message: string; readonly notificationId: string },
): string {
  return errorPayloadText(isStoredApart(responseBody) ? undefined : responseBody, failure);
}

/** Returns a delivery's complete error. @param response response to the latest failed attempt, if a separate item stores it */
export function fullErrorText(stored: string | undefined, response: string | undefined): string | undefined {
  return stored !== undefined && response !== undefined && isObject(parseJson(response)) ? response : stored;
}

type JsonObject = Record<string, unknown>;

/** Returns a stored error in the form that partners see: a JSON object, or null without an error. */
export function parseErrorPayload(stored: string | undefined): JsonObject | null {
  const value = stored === undefined ? undefined : parseJson(stored);
  return isObject(value) ? value : null;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
