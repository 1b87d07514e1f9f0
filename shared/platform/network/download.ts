/**
 * One GET of a file from an address that a partner gave. Neither the address nor what answers there is trusted:
 * it may lead into our network, redirect, drip, flood, send a bomb, or never answer. Nothing that is thrown here
 * holds the URL or any part of it: a pre-signed one is a credential.
 */
import { Agent, type Dispatcher, request } from 'undici';
import { checkUrl } from './address-policy';
import { failureText, TargetRefused } from './failure-text';
import { type ConnectionRules, guardedConnector } from './guarded-connector';

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
  const { localNetworkAllowed, maxBytes, deadlineMs = DEADLINE_MS } = options;
  const refusal = checkUrl(url, { localNetworkAllowed, maxLength: MAX_URL_LENGTH });
  if (refusal !== undefined) throw new DownloadRefused(refusal);
  const agent = new Agent({
    connect: guardedConnector(options),
    pipelining: 0,
    // The one deadline below covers everything; these would restart with each byte.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const signal = AbortSignal.any([AbortSignal.timeout(deadlineMs), options.signal ?? []].flat());
  try {
    // While it connects, the client does not look at the signal.
    return await Promise.race([fetchFile(url, { agent, maxBytes, signal }), aborted(signal)]);
  } catch (error) {
    if (error instanceof DownloadRefused || error instanceof DownloadFailed) throw error;
    if (options.signal?.aborted === true) throw new DownloadFailed('Ended by the caller');
    throw toDownloadError(error, deadlineMs);
  } finally {
    void agent.destroy().catch(() => undefined);
  }
}

async function fetchFile(
  url: string,
  { agent, maxBytes, signal }: { agent: Agent; maxBytes: number; signal: AbortSignal },
): Promise<Uint8Array> {
  const answer = await request(url, {
    dispatcher: agent,
    method: 'GET',
    headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'PartnerRamp-Files/1' },
    signal,
  });
  // The body of an answer that is refused by its head is aborted without an error.
  answer.body.on('error', () => undefined);
  checkHead(answer, maxBytes);
  return await readBytes(answer.body, maxBytes);
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Refuses by status and headers. A length that is announced can only speak against a file. */
function checkHead({ statusCode, headers }: Dispatcher.ResponseData, maxBytes: number): void {
  if (statusCode < 200 || statusCode >= 300) throw new DownloadFailed(`HTTP ${statusCode}`);
  const encodings = [headers['content-encoding'] ?? []].flat().join(',').toLowerCase().split(',');
  if (encodings.some((encoding) => !['', 'identity'].includes(encoding.trim())))
    throw new DownloadRefused('Content is encoded');
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

async function readBytes(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    const piece: unknown = chunk;
    if (!(piece instanceof Uint8Array)) throw new DownloadFailed('Answer is not valid HTTP');
    size += piece.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    pieces.push(piece);
  }
  if (size === 0) throw new DownloadFailed('File is empty');
  return Buffer.concat(pieces, size);
}

function tooLarge(maxBytes: number): DownloadRefused {
  return new DownloadRefused(`File is larger than ${maxBytes} bytes`);
}

/** The client's own errors quote host names, so only their kind goes on. */
function toDownloadError(error: unknown, deadlineMs: number): DownloadRefused | DownloadFailed {
  const reason = failureText(error, deadlineMs);
  return isRefusal(error) ? new DownloadRefused(reason) : new DownloadFailed(reason);
}

function isRefusal(error: unknown): boolean {
  return error instanceof TargetRefused || (error instanceof Error && isRefusal(error.cause));
}
