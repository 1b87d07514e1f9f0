/** Errors as callers see them: a closed set of codes, each with its HTTP status. */

export const statusByCode = {
  INVALID_USER_INPUT_ERROR: 400,
  BAD_REQUEST: 400,
  REQUIRED_USER_ID_ERROR: 400,
  QUOTE_EXPIRED: 400,
  INVALID_FIAT_AMOUNT_ERROR: 400,
  INVALID_TOKEN_OPERATION_ERROR: 400,
  INVALID_TOKEN_AMOUNT_ERROR: 400,
  NO_KYC_TEMPLATE_FOUND: 400,
  EMAIL_NOT_FOUND: 400,
  FAILED_TO_DOWNLOAD_FILE_FROM_PRESIGNED_URL: 400,
  FAILED_TO_DOWNLOAD_DOCUMENT: 400,
  INVALID_VERIFICATION_TYPE_FOR_USER: 400,
  UserOnRampWalletDuplicateError: 400,
  UNAUTHORIZED: 401,
  INVALID_PARTNER_FLOW: 403,
  USER_NOT_VERIFIED_ERROR: 403,
  USER_BANK_INFO_ACCESS_DENIED: 403,
  SIGNATURE_REQUIREMENT_NOT_MET: 403,
  PARTNER_NOT_OWNER_OF_TRANSACTION_ERROR: 403,
  TRANSACTION_ACCESS_DENIED: 403,
  NOT_FOUND: 404,
  NOT_FOUND_ERROR: 404,
  TRANSACTION_NOT_FOUND: 404,
  QUOTE_NOT_FOUND: 404,
  USER_BANK_INFO_NOT_FOUND: 404,
  RECEIVER_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  UNPROCESSABLE_ENTITY: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof statusByCode;

/** One wrong field of a request, by its dotted path. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** An error that is returned to the caller: its code, its text and, for input, the fields. */
export class Problem extends Error {
  override readonly name = 'Problem';
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: {
      readonly errors?: readonly FieldError[];
      readonly headers?: Readonly<Record<string, string>>;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
  }

  get status(): number {
    return statusByCode[this.code];
  }
}

/** Input that is wrong field by field. */
export function invalidInput(errors: readonly FieldError[]): Problem {
  return new Problem('INVALID_USER_INPUT_ERROR', 'Invalid User Input', { errors });
}

/** A rule of the request as a whole, with its own text. */
export function badRequest(message: string): Problem {
  return new Problem('BAD_REQUEST', message);
}

export const userNotAssociated = (): Problem =>
  new Problem('UNAUTHORIZED', 'User is not associated with the partner');

export const invalidTransition = (): Problem => badRequest('Invalid transaction state transition');

export const quoteNotFound = (): Problem => new Problem('QUOTE_NOT_FOUND', 'Quote not found');

export const receiverNotFound = (): Problem => new Problem('RECEIVER_NOT_FOUND', 'Receiver not found.');

export const transactionNotFound = (): Problem =>
  new Problem('TRANSACTION_NOT_FOUND', 'Transaction not found');
