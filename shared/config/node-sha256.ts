import { createHash, createHmac } from 'node:crypto';

type HashInput = string | ArrayBuffer | ArrayBufferView;

/** What the signer of requests hashes with. */
export class NodeSha256 {
  private readonly hash;

  constructor(secret?: HashInput) {
    this.hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }

  update(data: HashInput): void {
    this.hash.update(bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }

  reset(): void {
    throw new Error('A hash is used once');
  }
}

function bytesOf(data: HashInput): Buffer {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    : Buffer.from(data);
}
