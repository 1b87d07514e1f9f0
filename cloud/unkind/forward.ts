import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { SignatureV4 } from '@smithy/signature-v4';
import { NodeSha256 } from '#shared/platform/config/node-sha256';
import type { AwsCall, WireAnswer, WireRequest } from './calls';
import { pageSizeParameter } from './lists';

/** The cloud behind: where it is, and whose requests it takes. */
export interface Upstream {
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Its certificate, where it speaks TLS with one of its own. */
  readonly ca?: Buffer | undefined;
}

/** Headers of one connection, and of the signature that is made again. */
const OWN_HEADERS = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'expect',
  'host',
  'authorization',
  'x-amz-date',
  'x-amz-security-token',
]);

/**
 * Sends a request to the cloud behind, signed with the credentials that are known there.
 * @param pageSize items that a list has at most, where that cloud makes the pages
 */
export async function forward(
  upstream: Upstream,
  call: AwsCall,
  { request, pageSize }: { readonly request: WireRequest; readonly pageSize: number },
): Promise<WireAnswer> {
  const url = new URL(request.target, upstream.url);
  const sizeParameter = pageSizeParameter(call);
  if (sizeParameter !== undefined) url.searchParams.set(sizeParameter, String(pageSize));
  const { service, protocol } = call;
  const headers: Record<string, string> = { host: url.host };
  for (const [name, value] of Object.entries(request.headers))
    if (!OWN_HEADERS.has(name) && value !== undefined) headers[name] = String(value);
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(url.searchParams.keys())) {
    const [first = '', ...more] = url.searchParams.getAll(name);
    query[name] = more.length === 0 ? first : [first, ...more];
  }
  const { accessKeyId, secretAccessKey, region } = upstream;
  const signer = new SignatureV4({
    service,
    region,
    credentials: { accessKeyId, secretAccessKey },
    sha256: NodeSha256,
    uriEscapePath: protocol !== 's3',
    applyChecksum: protocol !== 's3',
  });
  const signed = await signer.sign({
    method: request.method,
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    query,
    headers,
    body: request.body,
  });
  const { ca } = upstream;
  return await send(url, { method: request.method, headers: signed.headers, body: request.body, ca });
}

interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly ca: Buffer | undefined;
}

function send(url: URL, { method, headers, body, ca }: Sent): Promise<WireAnswer> {
  const length = body.length > 0 || ['POST', 'PUT', 'PATCH'].includes(method);
  const options = {
    method,
    headers: { ...headers, ...(length && { 'content-length': String(body.length) }) },
  };
  return new Promise((resolve, reject) => {
    const outgoing =
      url.protocol === 'https:' ? tlsRequest(url, { ...options, ...(ca && { ca }) }) : plainRequest(url, options);
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('error', reject);
      incoming.once('end', () => {
        const answered = Object.entries(incoming.headers).flatMap(([name, value]) =>
          value === undefined || ['connection', 'keep-alive', 'transfer-encoding', 'content-length'].includes(name)
            ? []
            : [[name, value] as const],
        );
        resolve({
          status: incoming.statusCode ?? 502,
          headers: Object.fromEntries(answered),
          body: Buffer.concat(chunks),
        });
      });
    });
    outgoing.end(body);
  });
}
