import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;

/** Codes (HMAC-SHA-256) that only the same key id under the same master key makes again. */
export interface KeyMac {
  make(keyId: string, message: Uint8Array): Buffer;
  matches(keyId: string, message: Uint8Array, mac: Uint8Array): boolean;
}

/** One key per key id, all derived from the master key, and apart from those that encrypt. */
export function keyMac(masterKey: Uint8Array): KeyMac {
  const keys = new Map<string, KeyObject>();

  function keyFor(keyId: string): KeyObject {
    const known = keys.get(keyId);
    if (known !== undefined) return known;
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', `mac-key:${keyId}`, KEY_BYTES)));
    keys.set(keyId, key);
    return key;
  }

  function make(keyId: string, message: Uint8Array): Buffer {
    return createHmac('sha256', keyFor(keyId)).update(message).digest();
  }

  return {
    make,
    matches(keyId, message, mac) {
      const expected = make(keyId, message);
      return expected.length === mac.length && timingSafeEqual(expected, mac);
    },
  };
}
