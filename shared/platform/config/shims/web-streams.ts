/**
 * Replaces `node:stream/web` where middy asks whether a streamed response is one of its streams. Node makes
 * the class at its first use, which takes 2 ms of a start; no response of ours is streamed.
 */
export const ReadableStream = {
  [Symbol.hasInstance]: (value: unknown): boolean => value instanceof globalThis.ReadableStream,
};
