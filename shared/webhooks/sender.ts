/**
 * Sends one POST to a partner's endpoint. The endpoint is untrusted: it may point into our network, redirect, respond very
 * slowly, send too much data, or never respond.
 */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { signatureHeader } from '#shared/http/signature';
import { checkUrl } from '#shared/platform/network/address-policy';
import { failureText } from '#shared/platform/network/failure-text';
import { type ConnectionRules, sendGuarded } from '#shared/platform/network/guarded-request';
import type { AttemptResult } from './domain/delivery';
import { MAX_RESPONSE_BYTES, responseText } from './domain/endpoint-response';
import { ATTEMPT_DEADLINE_MS } from './domain/retry-schedule';

export interface OutboundWebhook {
  readonly url: string;
  readonly id: string;
  readonly body: string;
  readonly secrets: readonly string[];
  /** Trace context that the partner's endpoint may continue. @default none */
  readonly traceparent?: string | undefined;
  /** Time over which the body is sent (fault injection). @default the body is sent at once */
  readonly slowMs?: number;
}

export type Sender = ReturnType<typeof createSender>;

export interface SenderOptions extends ConnectionRules {
  /** Time limit of the whole attempt, including the body. @default 10_000 */
  readonly deadlineMs?: number;
}

const MAX_READ_BYTES = 65_536;

/** Creates a sender. Each attempt uses a separate connection. @param options connection rules and time limit of all attempts */
export function createSender(options: SenderOptions) {
  const deadlineMs = options.deadlineMs ?? ATTEMPT_DEADLINE_MS;
  return {
    /** Makes the attempt. Returns a result even if the endpoint or the connection fails; never throws. */
    async send(outbound: OutboundWebhook): Promise<AttemptResult> {
      const startedMs = performance.now();
      const durationMs = () => Math.round(performance.now() - startedMs);
      const refusal = checkUrl(outbound.url, options);
      if (refusal !== undefined) return { statusCode: null, durationMs: 0, error: refusal };
      try {
        const signal = AbortSignal.timeout(deadlineMs);
        const headers = webhookHeaders(outbound);
        const body = outbound.slowMs === undefined ? outbound.body : slowBody(outbound.body, outbound.slowMs);
        const response = await sendGuarded(outbound.url, { method: 'POST', headers, body, signal }, options);
        const { statusCode = 0 } = response;
        // After this point the outcome is final. The response body is only informative and may be truncated.
        const responseBody = await readResponseText(response);
        const isSuccess = statusCode >= 200 && statusCode < 300;
        return {
          statusCode,
          durationMs: durationMs(),
          error: isSuccess ? null : `HTTP ${statusCode}`,
          ...(responseBody === undefined ? {} : { responseBody }),
        };
      } catch (error) {
        return { statusCode: null, durationMs: durationMs(), error: failureText(error, deadlineMs) };
      }
    },
  };
}

const BODY_PIECES = 4;

/** Splits the body into four parts and sends them with pauses. */
function slowBody(body: string, slowMs: number): Readable {
  const bytes = Buffer.from(body);
  const size = Math.ceil(bytes.length / BODY_PIECES);
  return Readable.from(
    (async function* () {
      for (let piece = 0; piece < BODY_PIECES; piece += 1) {
        if (piece > 0) await pause(slowMs / (BODY_PIECES - 1));
        yield bytes.subarray(piece * size, (piece + 1) * size);
      }
    })(),
    { objectMode: false },
  );
}

function webhookHeaders({ id, body, secrets, traceparent }: OutboundWebhook): Record<string, string> {
  // The partner's endpoint compares this time with its clock. It must therefore be the real time, even if tests shift the
  // service's clock.
  const timestampS = Math.floor(Date.now() / 1000);
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'PartnerRamp-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': signatureHeader({ id, timestampS, body }, secrets),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

/**
 * Returns the beginning of the response body as text; `undefined` for an empty body. Reads up to 64 KB so that the endpoint can
 * finish sending. If the connection breaks, keeps the data received before.
 */
async function readResponseText(response: IncomingMessage): Promise<string | undefined> {
  const kept: Uint8Array[] = [];
  let read = 0;
  try {
    for await (const chunk of response) {
      const piece: unknown = chunk;
      if (!(piece instanceof Uint8Array)) break;
      if (read <= MAX_RESPONSE_BYTES) kept.push(piece);
      read += piece.byteLength;
      if (read > MAX_READ_BYTES) break;
    }
  } catch {
    // The status is final, even if the body cannot be read.
  }
  return read === 0 ? undefined : responseText(Buffer.concat(kept));
}
