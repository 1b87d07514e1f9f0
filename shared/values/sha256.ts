import { createHash } from 'node:crypto';

/** Hex SHA-256 of bytes, or of a text in UTF-8. */
export function sha256Hex(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}
