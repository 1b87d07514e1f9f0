import { createHash, createHmac } from 'node:crypto';

type HashInput = string | ArrayBuffer | ArrayBufferView;

/** Hash for the SDK's request signer: SHA-256, or HMAC-SHA-256 if a secret is given. */
export class NodeSha256 {
  readonly #hash: ReturnType<typeof createHash | typeof createHmac>;

  constructor(secret?: HashInput) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', toBytes(secret));
  }

  update(data: HashInput): void {
    this.#hash.update(toBytes(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {
    throw new Error('A hash is used once');
  }
}

function toBytes(data: HashInput): string | Uint8Array {
  if (typeof data === 'string') return data;
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}
