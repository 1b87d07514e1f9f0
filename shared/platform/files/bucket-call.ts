import type { IncomingMessage } from 'node:http';
import { readUpTo, sendRequest } from '#shared/platform/network/http-request';
import { refusal } from '#shared/platform/observability/denied-call';
import type { SignedRequest } from './signed-requests';

export interface BucketCall extends SignedRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly body?: Uint8Array | undefined;
  readonly signal: AbortSignal;
}

/** One call of the bucket; its response once the headers are there. */
export function callBucket({ url, headers, body, ...request }: BucketCall): Promise<IncomingMessage> {
  const length = body === undefined ? {} : { 'content-length': String(body.length) };
  return sendRequest(url, { ...request, headers: { ...headers, ...length }, body });
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
