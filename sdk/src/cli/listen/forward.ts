import { pause } from '../../pause.js';
import { systemCode, UsageError } from '../errors.js';
import { type Webhook, webhookHeaders } from './sign.js';

/** Answer of the partner's application. */
export interface Answer {
  /** HTTP status; null when none came in time. */
  readonly status: number | null;
  readonly durationMs: number;
}

/** As long as the service itself waits. */
const TIMEOUT_MS = 10_000;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

export interface ForwardOptions {
  readonly url: string;
  readonly secret: string;
  readonly signal: AbortSignal;
  /** Called once when nothing takes the connection. */
  readonly onUnreachable: (code: string) => void;
}

/**
 * Sends a webhook to an application. Where nothing takes the connection it is tried again, at growing intervals, until
 * something does: an application that is restarted misses nothing. Whatever is answered counts as an answer.
 * @throws the reason of the signal when it is aborted
 */
export async function forward(webhook: Webhook, options: ForwardOptions): Promise<Answer> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const answer = await post(webhook, options);
    if (typeof answer === 'object') return answer;
    if (pauseMs === FIRST_PAUSE_MS) options.onUnreachable(answer);
    await pause(pauseMs, options.signal);
  }
}

/** @returns the answer, or why there was no connection */
async function post(webhook: Webhook, { url, secret, signal }: ForwardOptions): Promise<Answer | string> {
  const startMs = performance.now();
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const end = new AbortController();
  const abort = () => end.abort();
  for (const one of [timeout, signal]) one.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    const response = await fetch(url, {
      method: 'POST',
      headers: webhookHeaders(webhook, secret, Date.now()),
      body: webhook.body,
      redirect: 'manual',
      signal: end.signal,
    });
    // Read to its end, so that the connection can be used again.
    await response.arrayBuffer().catch(() => undefined);
    return { status: response.status, durationMs: Math.round(performance.now() - startMs) };
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) return { status: null, durationMs: TIMEOUT_MS };
    return systemCode(error) ?? 'no connection';
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Reads an address as people type it: a port, a host with a path, or a whole URL. @throws UsageError */
export function readForwardUrl(text: string): string {
  const address = /^\d+(\/|$)/.test(text) ? `http://127.0.0.1:${text}` : text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--forward-to is an address such as localhost:4000/webhooks, not "${text}"`);
  return url.href;
}
