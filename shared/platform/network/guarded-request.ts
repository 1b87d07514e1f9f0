/**
 * Requests to addresses that a partner chose. A URL says nothing about where its name leads, now or a moment later, so the
 * check is made where the connection is made, for each of them.
 */
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { checkUrl, refuseAddress, refuseTarget, type UrlRules } from './address-policy';
import { deadlineSignal } from './deadline-signal';
import { failureText, TargetRefused } from './failure-text';
import { type ConnectionOptions, type HttpRequest, readUpTo, sendRequest } from './http-request';

/** Finds all addresses of a name. */
export type Resolver = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface ConnectionRules extends Pick<UrlRules, 'localNetworkAllowed' | 'plainHttp'> {
  /** @default the system's resolver */
  readonly resolve?: Resolver | undefined;
  /** Certificates to trust in addition to the system's. @default none */
  readonly ca?: string | undefined;
}

/** Time limit for look-up, connection and handshake together. */
const CONNECT_MS = 3000;

/**
 * Sends a request over a separate connection, after checking its address: a literal one before, since the socket does no
 * look-up for it; a name in the look-up that the socket itself uses, so that no second response can differ from the
 * checked one. One address that is not public refuses the name.
 * @throws TargetRefused, and what `sendRequest` throws
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
    // The other side, or a frozen function, may close a kept connection just when it is used: a healthy endpoint would lose one of its five attempts.
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

/**
 * One GET of a file from an address that a partner gave. Neither the address nor the server there is trusted:
 * it may lead into our network, redirect, drip, flood, send a bomb, or never respond. Nothing that is thrown here
 * holds the URL or any part of it: a pre-signed one is a credential.
 */

export interface DownloadOptions extends ConnectionRules {
  readonly maxBytes: number;
  /** Time limit for everything: look-up, connection, headers and the last byte. @default 10_000 */
  readonly deadlineMs?: number | undefined;
  /** Ends the download earlier. */
  readonly signal?: AbortSignal | undefined;
}

/** Refusal of a URL's address or of the content behind it. The message is the reason. */
export class DownloadRefused extends Error {
  override readonly name = 'DownloadRefused';
}

/** The file was to be had in principle, but did not come, or not whole. The message is the reason. */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
}

const DEADLINE_MS = 10_000;

/** Pre-signed URLs carry a session token of up to 2 KB, so they are longer than URLs of webhooks. */
const MAX_URL_LENGTH = 4096;

/**
 * Downloads a file: GET alone, over https (http where the local network is allowed), from a public address,
 * without redirects, proxies or content encodings, all of it within the size and the time.
 *
 * @returns at least one and at most `maxBytes` bytes
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

/** Refuses by status and headers. */
function checkHead({ statusCode = 0, headers }: IncomingMessage): void {
  if (statusCode < 200 || statusCode >= 300) throw new DownloadFailed(`HTTP ${statusCode}`);
  const encodings = (headers['content-encoding'] ?? '').toLowerCase().split(',');
  if (encodings.some((encoding) => !['', 'identity'].includes(encoding.trim())))
    throw new DownloadRefused('Content is encoded');
}

/** The client's own errors quote host names, so only their kind goes on. */
function toDownloadError(error: unknown, deadlineMs: number): DownloadRefused | DownloadFailed {
  const reason = failureText(error, deadlineMs);
  return isRefusal(error) ? new DownloadRefused(reason) : new DownloadFailed(reason);
}

function isRefusal(error: unknown): boolean {
  return error instanceof TargetRefused || (error instanceof Error && isRefusal(error.cause));
}
