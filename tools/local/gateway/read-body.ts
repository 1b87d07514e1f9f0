import type { IncomingMessage } from 'node:http';

/** A body, or the start of one that is too long, and whether the caller has sent all of it. */
export type ReadBody =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'too-long'; readonly isSent: boolean };

/** Part of a body that is too long that is read and thrown away, so that its caller comes to read the response. */
const DISCARD_BYTES = 64 * 1024 * 1024;

/** Time limit for that, in milliseconds. */
const DISCARD_MS = 5000;

/**
 * Reads a request body of at most `limitBytes`. Many callers read nothing before they have sent everything, and report
 * a connection that is closed before as broken; so the rest of a longer body is read too, within bounds.
 * @throws Error when the caller goes away before the end
 */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<ReadBody> {
  const { 'content-length': announced, 'transfer-encoding': encoding, expect: expected } = request.headers;
  // A message with neither has no body (RFC 9112, section 6.3).
  if (announced === undefined && encoding === undefined) {
    request.resume();
    return { kind: 'whole', bytes: Buffer.alloc(0) };
  }
  // A caller that asks first sends nothing before it gets a response (RFC 9110, section 10.1.1).
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
      reject(new Error('The caller went away'));
    });
  });
}
