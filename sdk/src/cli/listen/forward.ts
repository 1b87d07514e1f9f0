import { createHmac } from 'node:crypto';
import { type IncomingMessage, request as overHttp, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';
import { pause } from '../../pause.js';
import { systemCode, UsageError } from '../errors.js';

/** Result of the request that sends a webhook to the partner's application. */
export interface ForwardResponse {
  /** HTTP status, or null if the application sent no response. */
  readonly status: number | null;
  readonly durationMs: number;
  /** Text of the failure, or null after a complete response with any status. */
  readonly error: string | null;
}

/** Timeout of the request, equal to the service's timeout for an attempt. */
const TIMEOUT_MS = 10_000;

/** Maximum bytes to read from a response. The service uses the same limit and ignores the remaining bytes. */
const MAX_READ_BYTES = 65_536;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/** Error codes that show that no program listens at the URL. With these codes, the application has not received the webhook. */
const NOT_LISTENING: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'],
  'ETIMEDOUT',
]);

export interface ForwardOptions {
  readonly url: string;
  readonly secret: string;
  readonly signal: AbortSignal;
  /** Called once per webhook if no program accepts the connection. */
  readonly onUnreachable: (code: string) => void;
}

/**
 * Sends a webhook to an application. Retries only while no program listens at the URL, for example during a restart.
 * @throws the reason of the signal if the signal is aborted
 */
export async function forward(webhook: Webhook, options: ForwardOptions): Promise<ForwardResponse> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const response = await post(webhook, options);
    if (typeof response === 'object') return response;
    if (pauseMs === FIRST_PAUSE_MS) options.onUnreachable(response);
    await pause(pauseMs, options.signal);
  }
}

/** @returns the result, or an error code if no program listens at the URL */
async function post(webhook: Webhook, { url, secret, signal }: ForwardOptions): Promise<ForwardResponse | string> {
  const startMs = performance.now();
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const end = new AbortController();
  const abort = () => end.abort();
  for (const one of [timeout, signal]) one.addEventListener('abort', abort, { once: true });
  let status: number | null = null;
  const outcome = (error: string | null): ForwardResponse => ({
    ...{ status, error },
    durationMs: Math.round(performance.now() - startMs),
  });
  try {
    signal.throwIfAborted();
    const headers = webhookHeaders(webhook, secret, Date.now());
    const response = await send(url, webhook.body, { headers, signal: end.signal });
    status = response.statusCode ?? null;
    await readBeginning(response);
    return outcome(null);
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) return outcome(`no complete response within ${TIMEOUT_MS / 1000} s`);
    const code = systemCode(error) ?? messageOf(error);
    return status === null && NOT_LISTENING.has(code) ? code : outcome(failureText(code, status));
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Sends a body with Node's HTTP client. `fetch` fails if `100 Continue` precedes the final response (RFC 9110, 15.2). */
function send(url: string, body: string, options: RequestOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? overHttps : overHttp;
    // Uses a new connection per request. A reused one could close during the next webhook, which the application would then miss.
    request(url, { ...options, method: 'POST', agent: false }, resolve)
      .on('error', reject)
      .on('upgrade', (_, socket) => {
        socket.destroy();
        reject(new Error('101 Switching Protocols'));
      })
      .end(body);
  });
}

/** Reads a response body up to `MAX_READ_BYTES`. The `break` closes the connection. */
async function readBeginning(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes >= MAX_READ_BYTES) break;
  }
}

function failureText(code: string, status: number | null): string {
  if (status !== null) return `incomplete response (${code})`;
  if (code.startsWith('HPE_')) return `not an HTTP response (${code})`;
  if (['ECONNRESET', 'EPIPE'].includes(code)) return `the connection closed before a response (${code})`;
  return `no response (${code})`;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/**
 * Reads the value of `--forward-to`: a port, a host with a path, or a complete URL.
 * @throws UsageError if the value is not a valid http or https URL
 */
export function readForwardUrl(text: string): string {
  const address = /^\d+(\/|$)/.test(text) ? `http://127.0.0.1:${text}` : text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && (url.username !== '' || url.password !== ''))
    throw new UsageError('--forward-to must not contain a user or a password');
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--forward-to must be a URL such as localhost:4000/webhooks, not "${text}"`);
  return url.href;
}

interface Webhook {
  readonly id: string;
  readonly body: string;
}

/** Returns the headers of a delivery, with a signature according to Standard Webhooks. @param nowMs epoch milliseconds */
function webhookHeaders({ id, body }: Webhook, secret: string, nowMs: number): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'PartnerRamp-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
