import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const FORMAT = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

export type EncryptionContext = Readonly<Record<string, string>>;

/** Encrypts and decrypts. `open` throws if the context or master key is wrong, or bytes were changed. */
export interface KeyCipher {
  seal(keyId: string, plaintext: Uint8Array, context: EncryptionContext): Buffer;
  open(sealed: Uint8Array, context: EncryptionContext): { readonly keyId: string; readonly plaintext: Buffer };
}

/**
 * Creates an AES-256-GCM cipher with one key per key id, derived from the master key. A ciphertext contains: format and length of
 * the key id (1 byte each), key id, initialization vector, tag, encrypted bytes. Key id and context are authenticated.
 */
export function keyCipher(masterKey: Uint8Array): KeyCipher {
  const keyFor = (keyId: string) => Buffer.from(hkdfSync('sha256', masterKey, '', `key:${keyId}`, KEY_BYTES));

  return {
    seal(keyId, plaintext, context) {
      const iv = randomBytes(IV_BYTES);
      const head = encodeHead(keyId);
      const cipher = createCipheriv('aes-256-gcm', keyFor(keyId), iv).setAAD(boundText(head, context));
      const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
      return Buffer.concat([head, iv, cipher.getAuthTag(), body]);
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed);
      const headBytes = 2 + (bytes[1] ?? 0);
      if (bytes[0] !== FORMAT || bytes.length < headBytes + IV_BYTES + TAG_BYTES) throw new Error('not sealed here');
      const head = bytes.subarray(0, headBytes);
      const keyId = head.toString('utf8', 2);
      const iv = bytes.subarray(headBytes, headBytes + IV_BYTES);
      const tag = bytes.subarray(headBytes + IV_BYTES, headBytes + IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', keyFor(keyId), iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(boundText(head, context)).setAuthTag(tag);
      const body = bytes.subarray(headBytes + IV_BYTES + TAG_BYTES);
      return { keyId, plaintext: Buffer.concat([decipher.update(body), decipher.final()]) };
    },
  };
}

function encodeHead(keyId: string): Buffer {
  const id = Buffer.from(keyId, 'utf8');
  return Buffer.concat([Buffer.from([FORMAT, id.length]), id]);
}

/** Returns the authenticated data. The order of the context's entries has no effect. */
function boundText(head: Buffer, context: EncryptionContext): Buffer {
  const pairs = Object.entries(context).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.concat([head, Buffer.from(JSON.stringify(pairs), 'utf8')]);
}
