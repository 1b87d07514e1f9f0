/**
 * One GET of a file from an address that a partner gave. Neither the address nor what answers there is trusted:
 * it may lead into our network, redirect, drip, flood, send a bomb, or never answer. Nothing that is thrown here
 * holds the URL or any part of it: a pre-signed one is a credential.
 */
import type { IncomingMessage } from 'node:http';
import { checkUrl } from './address-policy';
import { deadlineSignal } from './deadline-signal';
import { failureText, TargetRefused } from './failure-text';
import { type ConnectionRules, sendGuarded } from './guarded-request';
import { readUpTo } from './http-request';

export interface DownloadOptions extends ConnectionRules {
  readonly maxBytes: number;
  /** For everything: look-up, connection, headers and the last byte. @default 10_000 */
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

/** Pre-signed URLs carry a session token of up to 2 KB, so they are longer than those of webhooks. */
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
