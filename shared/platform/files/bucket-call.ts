import { type IncomingMessage, request as overHttp, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';
import { refusal } from '#shared/platform/observability/denied-call';
import type { SignedRequest } from './signed-requests';

export interface BucketCall extends SignedRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly body?: Uint8Array | undefined;
  readonly signal: AbortSignal;
}

/**
 * One call of the bucket; its answer once the headers are there. By the client of Node that the table's calls have
 * loaded already: `fetch` would load another, which takes 20 ms of a start. A redirect is an answer like any other.
 */
export function callBucket({ method, url, headers, body, signal }: BucketCall): Promise<IncomingMessage> {
  const length = body === undefined ? {} : { 'content-length': String(body.length) };
  const options: RequestOptions = { method, headers: { ...headers, ...length }, signal };
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? overHttps : overHttp;
    send(url, options, resolve).on('error', reject).end(body);
  });
}

/** The bytes of an answer, `undefined` when there are more than so many. */
export async function readUpTo(maxBytes: number, answer: IncomingMessage): Promise<Buffer | undefined> {
  // Only a shortcut: the received bytes are counted below.
  const tooLarge = Number(answer.headers['content-length'] ?? 0) > maxBytes;
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (!tooLarge)
    for await (const chunk of answer) {
      length += chunk.length;
      if (length > maxBytes) break;
      chunks.push(chunk);
    }
  if (!tooLarge && length <= maxBytes) return Buffer.concat(chunks, length);
  answer.destroy();
  return undefined;
}

/** Text of a refusal: no XML document of an error is longer. */
const MAX_REFUSAL = 8192;

/** Reads an error answer to its end and returns its text as a cause for the log. */
export async function readRefusal(answer: IncomingMessage, operation: string): Promise<Error | undefined> {
  if (answer.statusCode !== 403) {
    await drain(answer);
    return undefined;
  }
  const text = (await readUpTo(MAX_REFUSAL, answer))?.toString('utf8') ?? '';
  const [, code = 'AccessDenied'] = /<Code>(\w{1,60})<\/Code>/.exec(text) ?? [];
  const [, message = ''] = /<Message>([^<]*)<\/Message>/.exec(text) ?? [];
  return refusal({ service: 'S3', operation }, code, message.replaceAll('&quot;', '"'));
}

/** Reads an unneeded answer to its end, so that the connection can be used again. */
export async function drain(answer: IncomingMessage): Promise<void> {
  for await (const _ of answer);
}
