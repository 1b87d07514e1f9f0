/**
 * Files in the bucket. One signed PUT is all that is needed of object storage here, and the signer is in every
 * bundle already: the storage client itself would add a third to the start of the busiest function.
 */
import { createHash, createHmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { defaultProvider } from '#shared/config/credentials';
import { required } from '#shared/config/environment';

/** A file as the service keeps it: under a key of our own, encrypted by the bucket. */
export interface StoredFile {
  readonly key: string;
  readonly content: Uint8Array;
  readonly contentType: string;
}

/** The bucket refused a file, or did not answer in time. The status is 0 when there was no answer. */
export class FileNotStored extends Error {
  override readonly name = 'FileNotStored';
  constructor(
    readonly status: number,
    cause?: unknown,
  ) {
    super(`The bucket answered ${status}`, { cause });
  }
}

const TIMEOUT_MS = 5000;
const TRIES = 3;

/**
 * Puts a file into the bucket. The same key is written over, so repeating it is harmless; it is tried three times.
 * @throws FileNotStored
 */
export async function storeFile(file: StoredFile): Promise<void> {
  for (let round = 1; ; round += 1) {
    try {
      return await put(file);
    } catch (error) {
      const final = error instanceof FileNotStored && error.status >= 400 && error.status < 500;
      if (final || round === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 100 * 2 ** round));
    }
  }
}

async function put(file: StoredFile): Promise<void> {
  const { url, headers } = await signedPut(file, new Date());
  const response = await fetch(url, {
    method: 'PUT',
    headers,
    body: Buffer.from(file.content),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new FileNotStored(0, error);
  });
  await response.arrayBuffer();
  if (!response.ok) throw new FileNotStored(response.status);
}

/** The address and the signed headers (Signature Version 4) of a PUT at an instant. Keys hold no characters to escape. */
export async function signedPut(
  { key, content, contentType }: StoredFile,
  signingDate: Date,
): Promise<{ readonly url: string; readonly headers: Record<string, string> }> {
  const region = required('AWS_REGION');
  const address = addressOf(key, region);
  const signer = new SignatureV4({
    service: 's3',
    region,
    credentials: defaultProvider(),
    sha256: NodeSha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
  const { headers } = await signer.sign(
    {
      method: 'PUT',
      protocol: address.protocol,
      hostname: address.hostname,
      path: address.pathname,
      query: {},
      headers: {
        host: address.host,
        'content-type': contentType,
        'x-amz-content-sha256': createHash('sha256').update(content).digest('hex'),
      },
    },
    { signingDate },
  );
  return { url: address.href, headers };
}

/** The cloud knows buckets by name, storage on a laptop by path. */
function addressOf(key: string, region: string): URL {
  const bucket = required('FILES_BUCKET');
  const local = process.env.AWS_ENDPOINT_URL_S3;
  if (local !== undefined && local !== '') return new URL(`${local}/${bucket}/${key}`);
  return new URL(`https://${bucket}.s3.${region}.amazonaws.com/${key}`);
}

type HashInput = string | ArrayBuffer | ArrayBufferView;

/** What the signer hashes with. */
class NodeSha256 {
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
