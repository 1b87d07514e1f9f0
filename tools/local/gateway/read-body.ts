import type { IncomingMessage } from 'node:http';

/** A complete body, or `too-long`. `isSent` is true if the caller has sent all bytes of the long body. */
export type ReadBody =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'too-long'; readonly isSent: boolean };

/** Maximum number of bytes that the gateway reads and discards from a body over the limit. */
const DISCARD_BYTES = 64 * 1024 * 1024;

/** Maximum time for reading discarded bytes, in ms. */
const DISCARD_MS = 5000;

/**
 * Reads a request body. Also reads a body over the limit: many callers read no response before they have sent everything.
 * @throws Error if the caller closes the connection before the end of the body
 */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<ReadBody> {
  const { 'content-length': announced, 'transfer-encoding': encoding, expect: expected } = request.headers;
  // A request with neither `Content-Length` nor `Transfer-Encoding` has no body (RFC 9112, section 6.3).
  if (announced === undefined && encoding === undefined) {
    request.resume();
    return { kind: 'whole', bytes: Buffer.alloc(0) };
  }
  // A caller with `Expect` waits for a response before it sends the body (RFC 9110, section 10.1.1).
  if (Number(announced ?? 0) > limitBytes && expected !== undefined) return { kind: 'too-long', isSent: false };
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    let limit: NodeJS.Timeout | undefined;
    const end = (body: ReadBody) => {
      clearTimeout(limit);
      resolve(body);
    };
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limitBytes) {
        chunks.push(chunk);
        return;
      }
      chunks.length = 0;
      limit ??= setTimeout(() => end({ kind: 'too-long', isSent: false }), DISCARD_MS);
      if (length > limitBytes + DISCARD_BYTES) end({ kind: 'too-long', isSent: false });
    });
    request.on('end', () =>
      end(
        length <= limitBytes
          ? { kind: 'whole', bytes: Buffer.concat(chunks, length) }
          : { kind: 'too-long', isSent: true },
      ),
    );
    request.on('error', (error) => {
      clearTimeout(limit);
      reject(error);
    });
    request.on('close', () => {
      clearTimeout(limit);
      reject(new Error('The caller closed the connection'));
    });
  });
}
