import { createHash } from 'node:crypto';

/** Returns the SHA-256 of bytes or UTF-8 text, hex. */
export function sha256Hex(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}
