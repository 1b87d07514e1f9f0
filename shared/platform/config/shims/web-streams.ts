/**
 * Replaces `node:stream/web`, which middy imports to detect streamed responses. Node's class takes 2 ms of the startup time, and
 * we never stream a response.
 */
export const ReadableStream = {
  [Symbol.hasInstance]: (value: unknown): boolean => value instanceof globalThis.ReadableStream,
};
