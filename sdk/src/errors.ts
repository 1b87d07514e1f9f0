import type { ErrorCode, ErrorReason } from './generated/openapi.js';

/** An invalid field in an error response. `field` is the dotted path in the request. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
  /** With `LIMIT_EXCEEDED`: name of the exceeded limit over time. The response of `capabilities` contains the same name. */
  readonly limit?: string | undefined;
}

/** Data of a failed call. */
export interface CallFacts {
  /** The `operationId`. */
  readonly operation: string;
  /** Number of requests sent, including the first request. */
  readonly attempts: number;
  /** The `x-request-id` of the call. Include this id in a support request. */
  readonly requestId: string;
  /** Repeat the call with this key: the API then executes the operation at most once. */
  readonly idempotencyKey: string | undefined;
}

/** Content of an error response. */
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

abstract class CallError extends Error implements CallFacts {
  readonly operation: string;
  /**
   * Number of requests sent. If the number is above 1, an earlier request may have succeeded. For example, a repeated deletion
   * returns 404 if the first response was lost.
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

/** The service returned an error response. Use `code` and `reason` in your program; the messages are for people. */
export class RampError extends CallError {
  override readonly name: string = 'RampError';
  /** HTTP status. */
  readonly status: number;
  /**
   * Error code of the API. New versions of the API can add codes. `UNEXPECTED_RESPONSE` means that an error response does not
   * have the format of the API, for example a response of a proxy.
   */
  readonly code: ErrorCode | 'UNEXPECTED_RESPONSE' | (string & {});
  /** The cause of the error, or `undefined` if the `code` has only one cause. New versions of the API can add reasons. */
  readonly reason: ErrorReason | (string & {}) | undefined;
  /** Error message of the service, as a sentence for people. */
  readonly apiMessage: string;
  /** Invalid fields; empty if the response lists no fields. */
  readonly errors: readonly FieldError[];
  /**
   * Ids of conflicting data, for example `userId` of the user with the same email address. With `INSUFFICIENT_SCOPE`, `scope` is
   * the missing scope. Empty if the response contains no details.
   */
  readonly details: Readonly<Record<string, string>>;
  /** URL of the documentation of this error code; `undefined` if the response is not an error of the API. */
  readonly docUrl: string | undefined;
  /** Wait that the service requests with `Retry-After`, in milliseconds. */
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

/** No readable response arrived. The service may have executed the operation: repeat the call with the same `idempotencyKey`. */
export class RampConnectionError extends CallError {
  override readonly name: string = 'RampConnectionError';
}

/** No response arrived before the timeout of an attempt or of the whole call. */
export class RampTimeoutError extends RampConnectionError {
  override readonly name: string = 'RampTimeoutError';
}

/** Reason to reject a webhook request. */
export type WebhookRefusal =
  | 'MISSING_HEADER'
  | 'INVALID_TIMESTAMP'
  | 'TOO_OLD'
  | 'TOO_NEW'
  | 'NO_MATCHING_SIGNATURE'
  | 'INVALID_BODY'
  | 'OTHER_ENVIRONMENT';

/** The request to your webhook URL is not a valid, recent delivery of the service. Respond with 400 or 401. */
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
