/**
 * The stored part of a partner endpoint's response. It is untrusted, so it stays text everywhere: no member name, number
 * or nesting of it becomes part of the stored notification.
 */

import { parseJson } from '#shared/values/json';

/** Bytes of a response that are kept (contract, Webhooks). */
export const MAX_RESPONSE_BYTES = 4096;

/**
 * Bytes of a response that stands in the delivery's own item. Each attempt writes that item, and each list reads it, so a
 * longer response is a separate item (docs/adr/014). The most common ones, "OK" and a short JSON object, cost no write more.
 */
export const MAX_INLINE_BYTES = 200;

/** Above this share of characters that no text has, a response counts as binary. */
const MAX_UNREADABLE_SHARE = 0.1;

/**
 * The response as text of at most 4 KB in UTF-8, cut between two characters. Bytes that are no UTF-8 show as U+FFFD; of
 * binary data its size stands for it.
 * @param bytes as they came, up to any length
 */
export function responseText(bytes: Uint8Array): string {
  const isCut = bytes.byteLength > MAX_RESPONSE_BYTES;
  // With `stream: true` the decoder does not return the character that was cut.
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_RESPONSE_BYTES), { stream: isCut });
  if (isBinary(text))
    return `(binary data, ${isCut ? 'more than ' : ''}${Math.min(bytes.byteLength, MAX_RESPONSE_BYTES)} bytes)`;
  // Each U+FFFD takes three bytes, and may stand for one.
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_RESPONSE_BYTES));
  return text.slice(0, read);
}

function isBinary(text: string): boolean {
  const unreadable = text.match(/[^\P{Cc}\t\n\f\r]|\ufffd/gu)?.length ?? 0;
  return unreadable > text.length * MAX_UNREADABLE_SHARE;
}

/** Returns true if a response is a separate item. */
export function isStoredApart(responseBody: string | undefined): responseBody is string {
  return responseBody !== undefined && Buffer.byteLength(responseBody) > MAX_INLINE_BYTES;
}

/** The text of our own error object, where the endpoint gave no JSON object. */
export function genericError(message: string, notificationId: string): string {
  return JSON.stringify({ success: false, error: { message, id: notificationId } });
}

/**
 * The JSON text of the error that a failed attempt leaves: the endpoint's own response where that is a JSON object, else
 * one that says why the attempt failed.
 */
export function errorPayloadText(
  responseBody: string | undefined,
  { message, notificationId }: { readonly message: string; readonly notificationId: string },
): string {
  return responseBody !== undefined && isObject(parseJson(responseBody))
    ? responseBody
    : genericError(message, notificationId);
}

/**
 * The same as it is stored in the delivery: a long response is not repeated there, `fullErrorText` finds it again.
 */
export function storedErrorText(
  responseBody: string | undefined,
  failure: { readonly message: string; readonly notificationId: string },
): string {
  return errorPayloadText(isStoredApart(responseBody) ? undefined : responseBody, failure);
}

/**
 * The error of a delivery in full.
 * @param stored the error as the delivery has it; `undefined`: there is none
 * @param response the response to its latest failed attempt, where that is a separate item
 */
export function fullErrorText(stored: string | undefined, response: string | undefined): string | undefined {
  return stored !== undefined && response !== undefined && isObject(parseJson(response)) ? response : stored;
}

/** A JSON object as it was parsed. */
type JsonObject = Record<string, unknown>;

/** A stored error as partners see it: an object, or null if there is none. */
export function parseErrorPayload(stored: string | undefined): JsonObject | null {
  const value = stored === undefined ? undefined : parseJson(stored);
  return isObject(value) ? value : null;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
