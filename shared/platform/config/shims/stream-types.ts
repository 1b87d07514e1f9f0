/**
 * Replaces the SDK's checks for streams and blobs of the web, which load Node's implementation of them. Bodies of a function's
 * requests are texts, and those of its responses are Node's own streams.
 */
export const isReadableStream = () => false;
export const isBlob = () => false;
