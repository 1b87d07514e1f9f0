import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

type HashInput = string | ArrayBuffer | ArrayBufferView;

/**
 * The hash of the request signer. A request takes two hashes and two HMACs, with secrets that stay the same for a
 * day. Hashing in one call and keeping the secrets as key objects saves a quarter of the CPU of a DynamoDB call:
 * making a key from bytes is slow in Node 24.
 */
export class NodeSha256 {
  readonly #key: KeyObject | undefined;
  readonly #parts: Buffer[] = [];

  constructor(secret?: HashInput) {
    this.#key = secret === undefined ? undefined : cachedKey(secret);
  }

  update(data: HashInput): void {
    this.#parts.push(toBuffer(data));
  }

  async digest(): Promise<Uint8Array> {
    const [first, second] = this.#parts;
    const content = first !== undefined && second === undefined ? first : Buffer.concat(this.#parts);
    return this.#key === undefined
      ? hash('sha256', content, 'buffer')
      : createHmac('sha256', this.#key).update(content).digest();
  }

  reset(): void {
    throw new Error('A hash is used once');
  }
}

/** The signer keeps the day's key and hands in the same bytes each time; its other secrets are text. */
const keysByBytes = new WeakMap<object, KeyObject>();
const keysByText = new Map<string, KeyObject>();

/** A process has one set of credentials, and two texts are made of its secret. */
const MAX_CACHED_TEXTS = 8;

function cachedKey(secret: HashInput): KeyObject {
  const known = typeof secret === 'string' ? keysByText.get(secret) : keysByBytes.get(secret);
  if (known !== undefined) return known;
  const key = createSecretKey(toBuffer(secret));
  if (typeof secret !== 'string') keysByBytes.set(secret, key);
  else {
    if (keysByText.size >= MAX_CACHED_TEXTS) keysByText.clear();
    keysByText.set(secret, key);
  }
  return key;
}

function toBuffer(data: HashInput): Buffer {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data);
}
