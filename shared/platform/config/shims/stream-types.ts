/**
 * Replaces the SDK's checks for web streams and blobs, because those checks load Node's web streams. Our request bodies are text,
 * and response bodies are Node.js streams.
 */
export const isReadableStream = () => false;
export const isBlob = () => false;
