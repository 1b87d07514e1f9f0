/**
 * One POST to a partner's endpoint. The endpoint is not ours and may be hostile or broken: it may point into
 * our network, redirect, drip, flood, or never respond.
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
  /** Trace that the receiver may go on with. @default none */
  readonly traceparent?: string | undefined;
  /** Spreads the body over this long (fault injection). @default sends it at once */
  readonly slowMs?: number;
}

export type Sender = ReturnType<typeof createSender>;

export interface SenderOptions extends ConnectionRules {
  /** Time limit of the whole attempt, including the body. @default 10_000 */
  readonly deadlineMs?: number;
}

const MAX_READ_BYTES = 65_536;

/** @param options fixed for the life of the sender; a connection is closed after its attempt */
export function createSender(options: SenderOptions) {
  const deadlineMs = options.deadlineMs ?? ATTEMPT_DEADLINE_MS;
  return {
    /** Makes the attempt. It returns for every result of the endpoint, and never throws. */
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
        // From here on the outcome is final. The body is a note that may be cut short.
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

/** The body in four pieces of bytes with pauses in between. */
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
  // The receiver compares with its own clock, so this is the real time even if the service's is shifted.
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
 * The beginning of the body as text; `undefined` when it is empty. Up to 64 KB are read so that the other side can
 * finish. What came before the connection broke is kept.
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
    // The status is final, regardless of the body.
  }
  return read === 0 ? undefined : responseText(Buffer.concat(kept));
}
