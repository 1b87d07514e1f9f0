import type { ErrorCode, ErrorReason } from './generated/openapi.js';

/** A field that a refusal names, by its dotted path in the request. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
  /** The limit over time that it passes, as `capabilities` names it, with `LIMIT_EXCEEDED`. */
  readonly limit?: string | undefined;
}

/** Facts of a call that failed. */
export interface CallFacts {
  /** The `operationId`. */
  readonly operation: string;
  /** Requests that were sent, the first one included. */
  readonly attempts: number;
  /** The `x-request-id` of the call. Quote it when you ask about the request. */
  readonly requestId: string;
  /** Send the same call again with this key: the operation then happens at most once. */
  readonly idempotencyKey: string | undefined;
}

/** Content of a refusal. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly reason: string | undefined;
  readonly message: string;
  readonly errors: readonly FieldError[];
  readonly details: Readonly<Record<string, string>>;
  readonly docUrl: string | undefined;
  readonly retryAfterMs: number | undefined;
}

/** A call that failed. */
abstract class CallError extends Error implements CallFacts {
  readonly operation: string;
  /**
   * Number of requests that were sent. Above 1, an earlier one may have succeeded: a repeated deletion returns 404 if
   * the response to the first one was lost.
   */
  readonly attempts: number;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;

  constructor(message: string, call: CallFacts, options?: { readonly cause?: unknown }) {
    super(`${call.operation}: ${message}`, options);
    this.operation = call.operation;
    this.attempts = call.attempts;
    this.requestId = call.requestId;
    this.idempotencyKey = call.idempotencyKey;
  }
}

/** The service responded, and refused. Decide by `code` and `reason`; the messages are for people. */
export class RampError extends CallError {
  override readonly name: string = 'RampError';
  /** HTTP status. */
  readonly status: number;
  /**
   * Why, as a code of the API. Versions of the API may add codes. `UNEXPECTED_RESPONSE` is a refusal that is not in the form
   * of the API, from something between you and the service.
   */
  readonly code: ErrorCode | 'UNEXPECTED_RESPONSE' | (string & {});
  /**
   * The cause of the error. `undefined` if the `code` has one cause. Versions of the API may add reasons.
   */
  readonly reason: ErrorReason | (string & {}) | undefined;
  /** Why, as a sentence of the service for people. */
  readonly apiMessage: string;
  /** Wrong fields; empty when the refusal names none. */
  readonly errors: readonly FieldError[];
  /**
   * Ids of existing data that conflicts, such as `userId` of the user who has the address; with `INSUFFICIENT_SCOPE`
   * the missing `scope`. Empty if the refusal has none.
   */
  readonly details: Readonly<Record<string, string>>;
  /** URL of the documentation of this error code; `undefined` if the response is not an error of the API. */
  readonly docUrl: string | undefined;
  /** Milliseconds that the service asks you to wait (`Retry-After`). */
  readonly retryAfterMs: number | undefined;

  constructor(refusal: Refusal, call: CallFacts) {
    super(`${refusal.status} ${refusal.code}: ${refusal.message}`, call);
    this.status = refusal.status;
    this.code = refusal.code;
    this.reason = refusal.reason;
    this.apiMessage = refusal.message;
    this.errors = refusal.errors;
    this.details = refusal.details;
    this.docUrl = refusal.docUrl;
    this.retryAfterMs = refusal.retryAfterMs;
  }
}

/**
 * No response came, or none that could be read. The operation may have happened: send it again with the same
 * `idempotencyKey`.
 */
export class RampConnectionError extends CallError {
  override readonly name: string = 'RampConnectionError';
}

/** No response came in the time of an attempt or of the whole call. */
export class RampTimeoutError extends RampConnectionError {
  override readonly name: string = 'RampTimeoutError';
}

/** Why a delivery is not to be trusted. */
export type WebhookRefusal =
  | 'MISSING_HEADER'
  | 'INVALID_TIMESTAMP'
  | 'TOO_OLD'
  | 'TOO_NEW'
  | 'NO_MATCHING_SIGNATURE'
  | 'INVALID_BODY'
  | 'OTHER_ENVIRONMENT';

/** A request to your webhook URL that the service did not send, or not now. Respond with 400 or 401. */
export class RampWebhookError extends Error {
  override readonly name: string = 'RampWebhookError';

  constructor(
    readonly reason: WebhookRefusal,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }
}
