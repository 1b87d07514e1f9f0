import { type CallFacts, RampConnectionError, RampError, type Refusal } from './errors.js';
import type { OperationFacts } from './operation-facts.js';
import type { Answer } from './ramp-promise.js';
import { readRetryAfterMs } from './retry-policy.js';

/**
 * Reads an answer.
 * @throws RampError for a refusal, RampConnectionError for a success that breaks off or is not in the form of the API
 */
export async function readAnswer(
  response: Response,
  { answer }: OperationFacts,
  call: CallFacts,
): Promise<Answer<unknown>> {
  const { status, headers } = response;
  const requestId = headers.get('x-request-id') ?? call.requestId;
  const beside = {
    ...{ status, headers, requestId, idempotencyKey: call.idempotencyKey, attempts: call.attempts },
    replayed: headers.get('idempotency-replayed') === 'true',
  };
  if (response.ok && answer === 'bytes')
    return { ...beside, text: '', data: new Uint8Array(await response.arrayBuffer()) };
  const text = await response.text();
  if (!response.ok) throw new RampError(readRefusal(response, text), { ...call, requestId });
  if (answer === 'text') return { ...beside, text, data: text };
  const body = parse(text);
  if (answer === 'json' && body !== undefined) return { ...beside, text, data: body };
  if (isRecord(body) && body.success === true && 'data' in body) return { ...beside, text, data: body.data };
  throw new RampConnectionError(`the answer ${status} is not in the form of the API`, { ...call, requestId });
}

function readRefusal({ status, headers }: Response, text: string): Refusal {
  const body = parse(text);
  const retryAfterMs = readRetryAfterMs(headers);
  if (!isRecord(body) || typeof body.code !== 'string' || typeof body.message !== 'string')
    return {
      status,
      code: 'UNEXPECTED_ANSWER',
      reason: undefined,
      message: 'the answer is not in the form of the API',
      errors: [],
      details: {},
      docUrl: undefined,
      retryAfterMs,
    };
  const errors = Array.isArray(body.errors) ? body.errors : [];
  const details = isRecord(body.details) ? textsOf(body.details) : {};
  const docUrl = typeof body.docUrl === 'string' ? body.docUrl : undefined;
  const reason = typeof body.reason === 'string' ? body.reason : undefined;
  return { status, code: body.code, reason, message: body.message, errors, details, docUrl, retryAfterMs };
}

function textsOf(record: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
