import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto';

type HashInput = string | ArrayBuffer | ArrayBufferView;

/**
 * The hash of the request signer. A request takes two hashes and two HMACs, with secrets that stay the same for a
 * day. Hashing in one call and keeping the secrets as key objects saves a quarter of the CPU of a DynamoDB call:
 * making a key from bytes is slow in Node 24. The last code by
 * each secret is kept too: the SDK looks for the day's key by the code of the access key's id.
 */
export class NodeSha256 {
  readonly #secret: Secret | undefined;
  readonly #parts: Buffer[] = [];

  constructor(secret?: HashInput) {
    this.#secret = secret === undefined ? undefined : knownSecret(secret);
  }

  update(data: HashInput): void {
    this.#parts.push(toBuffer(data));
  }

  async digest(): Promise<Uint8Array> {
    const [first, second] = this.#parts;
    const content = first !== undefined && second === undefined ? first : Buffer.concat(this.#parts);
    if (this.#secret === undefined) return hash('sha256', content, 'buffer');
    const { key, last } = this.#secret;
    if (last?.content.length === content.length && timingSafeEqual(last.content, content)) return last.digest;
    const digest = createHmac('sha256', key).update(content).digest();
    this.#secret.last = { content: Buffer.from(content), digest };
    return digest;
  }

  reset(): void {
    throw new Error('A hash is used once');
  }
}

interface Secret {
  readonly key: KeyObject;
  last?: { readonly content: Buffer; readonly digest: Uint8Array };
}

/** The signer keeps the day's key and hands in the same bytes each time; its other secrets are text. */
const byBytes = new WeakMap<object, Secret>();
const byText = new Map<string, Secret>();

/** A process has one set of credentials, and two texts are made of its secret. */
const MAX_TEXTS = 8;

function knownSecret(secret: HashInput): Secret {
  const known = typeof secret === 'string' ? byText.get(secret) : byBytes.get(secret);
  if (known !== undefined) return known;
  const made = { key: createSecretKey(toBuffer(secret)) };
  if (typeof secret !== 'string') byBytes.set(secret, made);
  else {
    if (byText.size >= MAX_TEXTS) byText.clear();
    byText.set(secret, made);
  }
  return made;
}

function toBuffer(data: HashInput): Buffer {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data);
}
