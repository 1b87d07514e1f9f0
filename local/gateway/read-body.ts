import type { IncomingMessage } from 'node:http';

const NOTHING = Buffer.alloc(0);

/**
 * Reads a request body of at most `limitBytes`.
 * @returns undefined when it is longer; the rest has not been read then
 * @throws Error when the caller goes away before the end
 */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | undefined> {
  const { 'content-length': announced, 'transfer-encoding': encoding } = request.headers;
  if (Number(announced ?? 0) > limitBytes) return undefined;
  // A message with neither has no body (RFC 9112, section 6.3).
  if (announced === undefined && encoding === undefined) {
    request.resume();
    return NOTHING;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > limitBytes) {
        request.removeAllListeners('data');
        request.pause();
        resolve(undefined);
      } else {
        chunks.push(chunk);
      }
    });
    request.on('end', () => resolve(Buffer.concat(chunks, length)));
    request.on('error', reject);
    request.on('close', () => reject(new Error('The caller went away')));
  });
}
