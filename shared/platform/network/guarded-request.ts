/** Requests to URLs that a partner chose. Every connection checks the host's address, because the address can change. */
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { checkUrl, refuseAddress, refuseTarget, type UrlRules } from './address-policy';
import { deadlineSignal } from './deadline-signal';
import { failureText, TargetRefused } from './failure-text';
import { type ConnectionOptions, type HttpRequest, readUpTo, sendRequest } from './http-request';

/** Finds all addresses of a host name. */
export type Resolver = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface ConnectionRules extends Pick<UrlRules, 'localNetworkAllowed' | 'plainHttp'> {
  /** @default the system's resolver */
  readonly resolve?: Resolver | undefined;
  /** CA certificates to trust instead of Node's default certificates. @default Node's default certificates */
  readonly ca?: string | undefined;
}

/** Time limit (ms) for DNS lookup, connection and TLS handshake together. */
const CONNECT_MS = 3000;

/**
 * Checks the address and sends a request over a separate connection. The socket's own lookup checks a host name, so the checked
 * address is the connected address. A literal IP address has no lookup, so it is checked first.
 * @throws TargetRefused, and the errors of `sendRequest`
 */
export async function sendGuarded(
  url: string,
  request: Omit<HttpRequest, 'connection' | 'connectMs'>,
  rules: ConnectionRules,
): Promise<IncomingMessage> {
  const target = new URL(url);
  const refusal = refuseTarget(target, rules);
  if (refusal !== undefined) throw new TargetRefused(refusal);
  return sendRequest(url, { ...request, connection: guardedConnection(rules, target.protocol), connectMs: CONNECT_MS });
}

function guardedConnection(rules: ConnectionRules, protocol: string): ConnectionOptions {
  const { resolve = lookup, ca } = rules;
  return {
    // No keep-alive: an idle connection can close just before its reuse, for example while the function is frozen. A delivery to
    // a healthy endpoint would then lose one of its five attempts.
    agent: false,
    minVersion: 'TLSv1.2',
    ...(ca === undefined ? {} : { ca }),
    lookup(hostname, lookupOptions, callback) {
      resolve(hostname, { ...lookupOptions, all: true }, (error, addresses) => {
        const [first] = addresses ?? [];
        if (error !== null || first === undefined) return callback(error ?? notFound(), '');
        const [refusal] = addresses.flatMap(({ address }) => refuseAddress(address, protocol, rules) ?? []);
        if (refusal !== undefined) return callback(new TargetRefused(refusal), '');
        return lookupOptions.all === true ? callback(null, addresses) : callback(null, first.address, first.family);
      });
    },
  };
}

function notFound(): NodeJS.ErrnoException {
  return Object.assign(new Error('No address'), { code: 'ENOTFOUND' });
}

/** Options of a download. */
export interface DownloadOptions extends ConnectionRules {
  readonly maxBytes: number;
  /** Time limit (ms) for the whole download, from the DNS lookup to the last byte. @default 10_000 */
  readonly deadlineMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The URL's address or the downloaded content was refused. The message is the reason. */
export class DownloadRefused extends Error {
  override readonly name = 'DownloadRefused';
}

/** The URL was allowed, but the file did not arrive completely. The message is the reason. */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
}

const DEADLINE_MS = 10_000;

/** Presigned URLs contain a session token of up to 2 KB, so this limit is higher than the limit for webhook URLs. */
const MAX_URL_LENGTH = 4096;

/**
 * Downloads a file from a public address. The URL comes from a partner, so neither the URL nor the server is trusted. Fails for
 * redirects, encoded content and empty files. Errors contain no part of the URL, because a presigned URL is a credential.
 * @throws DownloadRefused, DownloadFailed
 */
export async function download(url: string, options: DownloadOptions): Promise<Uint8Array> {
  const { localNetworkAllowed, deadlineMs = DEADLINE_MS } = options;
  const refusal = checkUrl(url, { localNetworkAllowed, maxLength: MAX_URL_LENGTH });
  if (refusal !== undefined) throw new DownloadRefused(refusal);
  const signal = deadlineSignal(deadlineMs, options.signal);
  try {
    return await fetchFile(url, signal, options);
  } catch (error) {
    if (error instanceof DownloadRefused || error instanceof DownloadFailed) throw error;
    if (options.signal?.aborted === true) throw new DownloadFailed('Ended by the caller');
    throw toDownloadError(signal.aborted ? signal.reason : error, deadlineMs);
  }
}

async function fetchFile(url: string, signal: AbortSignal, options: DownloadOptions): Promise<Uint8Array> {
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'PartnerRamp-Files/1' };
  const response = await sendGuarded(url, { method: 'GET', headers, signal }, options);
  try {
    checkHead(response);
    const bytes = await readUpTo(options.maxBytes, response);
    if (bytes === undefined) throw new DownloadRefused(`File is larger than ${options.maxBytes} bytes`);
    if (bytes.length === 0) throw new DownloadFailed('File is empty');
    return bytes;
  } finally {
    response.destroy();
  }
}

/** Throws for a status other than 2xx, or for encoded (compressed) content. */
function checkHead({ statusCode = 0, headers }: IncomingMessage): void {
  if (statusCode < 200 || statusCode >= 300) throw new DownloadFailed(`HTTP ${statusCode}`);
  const encodings = (headers['content-encoding'] ?? '').toLowerCase().split(',');
  if (encodings.some((encoding) => !['', 'identity'].includes(encoding.trim())))
    throw new DownloadRefused('Content is encoded');
}

/** Converts an error of the HTTP client. Keeps only the kind of failure, because the client's messages contain host names. */
function toDownloadError(error: unknown, deadlineMs: number): DownloadRefused | DownloadFailed {
  const reason = failureText(error, deadlineMs);
  return isRefusal(error) ? new DownloadRefused(reason) : new DownloadFailed(reason);
}

function isRefusal(error: unknown): boolean {
  return error instanceof TargetRefused || (error instanceof Error && isRefusal(error.cause));
}
