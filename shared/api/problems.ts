/** Errors returned to callers: a fixed set of codes, each with an HTTP status. */
import type { AmbiguousCode, Reason, ReasonsByCode } from './reasons';
import { API_VERSIONS, VERSION_HEADER } from './versions';

/** Error codes with the HTTP status 400. The codes are only types, so a bundle contains only the codes that its functions use. */
type BadRequestCode =
  | 'INVALID_USER_INPUT_ERROR'
  | 'BAD_REQUEST'
  | 'REQUIRED_USER_ID_ERROR'
  | 'QUOTE_EXPIRED'
  | 'INVALID_FIAT_AMOUNT_ERROR'
  | 'INVALID_TOKEN_OPERATION_ERROR'
  | 'INVALID_TOKEN_AMOUNT_ERROR'
  | 'LIMIT_EXCEEDED'
  | 'NO_KYC_TEMPLATE_FOUND'
  | 'EMAIL_NOT_FOUND'
  | 'FAILED_TO_DOWNLOAD_FILE_FROM_PRESIGNED_URL'
  | 'FAILED_TO_DOWNLOAD_DOCUMENT'
  | 'INVALID_VERIFICATION_TYPE_FOR_USER'
  | 'UserOnRampWalletDuplicateError';

const otherStatuses = {
  UNAUTHORIZED: 401,
  INVALID_PARTNER_FLOW: 403,
  ADDRESS_NOT_ALLOWED: 403,
  CLIENT_CERTIFICATE_REQUIRED: 403,
  INSUFFICIENT_SCOPE: 403,
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
};

export type ErrorCode = BadRequestCode | keyof typeof otherStatuses;

const statusByCode: { readonly [C in ErrorCode]?: number } = otherStatuses;

/** Returns the HTTP status of an error code. */
export function statusFor(code: ErrorCode): number {
  return statusByCode[code] ?? 400;
}

/** Returns the URL of an error code in the developer documentation. @param baseUrl URL of the stage, without a trailing slash */
export function errorDocUrl(baseUrl: string, code: string): string {
  return `${baseUrl}/guide/errors#${code}`;
}

/** An invalid request field, identified by its dotted path. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
  /** Name of the exceeded limit over time, as in `capabilities`. */
  readonly limit?: string;
}

/** Details of an error in addition to code and message. */
interface ProblemDetails {
  readonly errors?: readonly FieldError[];
  /** Ids of data that conflicts with the request, or the scope that the API key lacks. Property names are API field names. */
  readonly facts?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** Constructor arguments of an error. A code with several causes requires `reason`. */
type ProblemParts<C extends ErrorCode> = C extends AmbiguousCode
  ? readonly [code: C, message: string, details: ProblemDetails & { readonly reason: ReasonsByCode[C] }]
  : readonly [code: C, message: string, details?: ProblemDetails];

/** An error that is returned to the caller: code, message and, for invalid input, the fields. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  readonly details: ProblemDetails & { readonly reason?: Reason };

  constructor(...[code, message, details = {}]: { [C in ErrorCode]: ProblemParts<C> }[ErrorCode]) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return statusFor(this.code);
  }

  /** Cause of the error; `undefined` if the code has only one cause. */
  get reason(): Reason | undefined {
    return this.details.reason;
  }
}

/** Error for invalid request fields. */
export function invalidInput(errors: readonly FieldError[]): Problem {
  return new Problem('INVALID_USER_INPUT_ERROR', 'Invalid User Input', { errors });
}

/** Error for a request that contains both or neither of two fields. */
export function exactlyOneField(one: string, other: string): Problem {
  const message = `Provide exactly one of ${one} and ${other}`;
  return invalidInput([one, other].map((field) => ({ field, message })));
}

/** Error for a violated rule, with a specific message instead of a list of invalid fields. */
export function badRequest(reason: ReasonsByCode['BAD_REQUEST'], message: string): Problem {
  return new Problem('BAD_REQUEST', message, { reason });
}

// Errors that several modules create or that the documentation shows. Each message is defined only here.

export const userIdRequired = () =>
  new Problem('REQUIRED_USER_ID_ERROR', 'This endpoint requires a user id to be provided');
export const missingApiKey = () => new Problem('UNAUTHORIZED', 'API Key is missing', { reason: 'KEY_MISSING' });
export const malformedApiKey = () => new Problem('UNAUTHORIZED', 'Invalid API Key format', { reason: 'KEY_MALFORMED' });
export const invalidApiKey = () => new Problem('UNAUTHORIZED', 'Invalid API Key', { reason: 'KEY_UNKNOWN' });
/** @param address IP address of the caller, as reported by API Gateway */
export const addressNotAllowed = (address = 'an unknown address') =>
  new Problem('ADDRESS_NOT_ALLOWED', `API Key is not allowed from ${address}`);
export const insufficientScope = (scope: string) =>
  new Problem('INSUFFICIENT_SCOPE', `This API key does not have the scope ${scope}`, { facts: { scope } });
export const keyReplaced = () =>
  new Problem('CONFLICT', 'This API key has been rotated already', { reason: 'KEY_REPLACED' });
export const tooManyKeys = () =>
  new Problem('CONFLICT', 'The partner has too many active API keys', { reason: 'KEY_LIMIT_REACHED' });
export const clientCertificateRequired = () =>
  new Problem('CLIENT_CERTIFICATE_REQUIRED', 'A client certificate is required: call the address for partners');
export const invalidPartnerFlow = (reason: ReasonsByCode['INVALID_PARTNER_FLOW']) =>
  new Problem('INVALID_PARTNER_FLOW', 'The partner has an invalid flow.', { reason });
export const userNotAssociated = () =>
  new Problem('UNAUTHORIZED', 'User is not associated with the partner', { reason: 'USER_NOT_FOUND' });
export const userNotFound = () =>
  new Problem('NOT_FOUND_ERROR', 'Requested User was not found', { reason: 'USER_NOT_FOUND' });
export const userNotVerified = () =>
  new Problem(
    'USER_NOT_VERIFIED_ERROR',
    'User is not allowed to perform the operations because has not completed the KYC verification.',
  );
export const invalidEmail = () => badRequest('EMAIL_INVALID', 'Provided email is not valid');

/** The requested API version does not exist. */
export const unknownVersion = () =>
  badRequest('VERSION_UNKNOWN', `Unknown ${VERSION_HEADER}. Known versions: ${API_VERSIONS.join(', ')}`);

/**
 * Another user of the same partner already has the e-mail address or external id.
 * @param userId id of the user who has the value of the first field in `errors`
 */
export const userExists = (errors: readonly FieldError[], userId: string, cause?: unknown) =>
  new Problem('CONFLICT', 'A user with these details already exists', {
    reason: errors[0]?.field === 'externalUserId' ? 'EXTERNAL_ID_TAKEN' : 'EMAIL_TAKEN',
    errors,
    facts: { userId },
    cause,
  });

export const verifiedNameFixed = (userId: string, errors: readonly FieldError[] = []) =>
  new Problem('CONFLICT', 'The name of a verified business cannot be changed', {
    reason: 'NAME_VERIFIED',
    errors,
    facts: { userId },
  });

export const notABusiness = () => new Problem('UNPROCESSABLE_ENTITY', 'User is not a business');
export const personNotFound = () =>
  new Problem('NOT_FOUND', 'Associated person not found', { reason: 'PERSON_NOT_FOUND' });
export const tooManyPersons = (limit: number) =>
  badRequest('PERSON_LIMIT_REACHED', `A business can have at most ${limit} associated persons`);
export const lastUnsignedOwner = (personId: string) =>
  new Problem('CONFLICT', 'An owner who has not signed can be removed only while another owner who has signed stays', {
    reason: 'LAST_OWNER',
    facts: { personId },
  });
export const noOpenLink = () =>
  new Problem('CONFLICT', 'The user has no open verification link', { reason: 'LINK_NOT_OPEN' });
export const noOpenDeclaration = () =>
  new Problem('CONFLICT', 'The person has no open declaration', { reason: 'DECLARATION_NOT_OPEN' });
export const signatureDocumentNotFound = () =>
  new Problem('NOT_FOUND', 'Signature document not found', { reason: 'SIGNATURE_DOCUMENT_NOT_FOUND' });
export const signaturesMissing = () =>
  new Problem(
    'SIGNATURE_REQUIREMENT_NOT_MET',
    'All beneficial owners must sign before this transaction can be created.',
  );

export const receiptNotIssued = () =>
  new Problem('CONFLICT', 'A receipt exists once the transaction is completed', { reason: 'RECEIPT_NOT_READY' });
export const returnReceiptNotIssued = () =>
  new Problem('CONFLICT', 'A return receipt exists once the payout has come back', { reason: 'RECEIPT_NOT_READY' });
export const receiptErased = () =>
  new Problem('NOT_FOUND', 'The receipt was erased with its user', { reason: 'RECEIPT_ERASED' });

export const unsupportedCountry = () => badRequest('COUNTRY_NOT_SUPPORTED', 'Country not supported');
export const noKycTemplate = (country: string) =>
  new Problem('NO_KYC_TEMPLATE_FOUND', `No KYC template found for country: ${country}`);
export const noEmailAddress = () => new Problem('EMAIL_NOT_FOUND', 'Provided user authentication method is not email');
/** @param verificationId the existing verification; `undefined` if the user's status was set without a verification */
export const verificationInProgress = (verificationId: string | undefined) =>
  new Problem('CONFLICT', 'A verification is in progress or has been completed', {
    reason: 'VERIFICATION_EXISTS',
    ...(verificationId !== undefined && { facts: { verificationId } }),
  });
export const verificationNotCreated = (cause?: unknown) =>
  new Problem('INTERNAL_SERVER_ERROR', 'Identity verification creation failed', {
    reason: 'VERIFICATION_NOT_CREATED',
    cause,
  });
export const businessNeedsKyb = () =>
  new Problem('INVALID_VERIFICATION_TYPE_FOR_USER', 'Business users are verified by KYB', {
    reason: 'USER_IS_BUSINESS',
  });

const wrongKindMessages = {
  KYC: 'The user is a business, which is verified by KYB',
  KYB: 'The user is not a business: individuals are verified by KYC',
};

/** The requested kind of verification does not apply to the type of user. */
export const wrongVerificationKind = (asked: keyof typeof wrongKindMessages) =>
  new Problem('INVALID_VERIFICATION_TYPE_FOR_USER', wrongKindMessages[asked], {
    reason: asked === 'KYC' ? 'USER_IS_BUSINESS' : 'USER_IS_INDIVIDUAL',
  });

export const invalidFileUrl = () => badRequest('FILE_URL_INVALID', 'Provided url is not valid');
export const fileNotDownloaded = (field: string, cause?: unknown) =>
  notDownloaded(
    'FAILED_TO_DOWNLOAD_FILE_FROM_PRESIGNED_URL',
    'Failed to download file from presigned url',
    field,
    cause,
  );
export const documentNotDownloaded = (field: string, cause?: unknown) =>
  notDownloaded('FAILED_TO_DOWNLOAD_DOCUMENT', 'Failed to download document', field, cause);

type DownloadCode = 'FAILED_TO_DOWNLOAD_FILE_FROM_PRESIGNED_URL' | 'FAILED_TO_DOWNLOAD_DOCUMENT';

function notDownloaded(code: DownloadCode, message: string, field: string, cause: unknown): Problem {
  return new Problem(code, message, { errors: [{ field, message }], cause });
}

export const quoteNotFound = () => new Problem('QUOTE_NOT_FOUND', 'Quote not found');

/** The quote id in the body of a creation request is unknown. Returns 400, because the error is in the body. */
export const namedQuoteNotFound = () => badRequest('QUOTE_NOT_FOUND', 'Quote not found');

export const quoteExpired = () => new Problem('QUOTE_EXPIRED', 'Quote has expired');
/** @param transactionId the transaction that used the quote */
export const quoteUsed = (transactionId: string) =>
  new Problem('BAD_REQUEST', 'Quote has already been used', { reason: 'QUOTE_USED', facts: { transactionId } });
export const quoteFailed = (cause?: unknown) =>
  new Problem('INTERNAL_SERVER_ERROR', 'Failed to create quote', { reason: 'QUOTE_NOT_CREATED', cause });
export const sameCurrencies = () => badRequest('CURRENCIES_EQUAL', 'Source and target currencies must differ');
export const currencyDisabled = () => badRequest('CURRENCY_DISABLED', 'Fiat currency is disabled or does not exist');
export const pairDisabled = () =>
  badRequest('TOKEN_DISABLED', 'This blockchain and token combination is disabled or does not exist');
export const tokenNotStable = () =>
  new Problem('INVALID_TOKEN_OPERATION_ERROR', 'Token cannot be operated as OTC, only stable coins are allowed');

/** Minimum and maximum of an amount, inclusive, as decimal text, with the currency. */
interface Bounds {
  readonly min: string;
  readonly max: string;
  readonly currency: string;
}

/** The fiat amount is outside its allowed range (specification, Limits). */
export const fiatOutOfRange = (operation: string, bounds: Bounds) =>
  new Problem('INVALID_FIAT_AMOUNT_ERROR', `Fiat${outOfRange(operation, bounds)}`);

/** The token amount is outside its allowed range (specification, Limits). */
export const tokenOutOfRange = (operation: string, bounds: Bounds) =>
  new Problem('INVALID_TOKEN_AMOUNT_ERROR', `Token${outOfRange(operation, bounds)}`);

/** The amount exceeds one or more limits over time. */
export const limitExceeded = (errors: readonly FieldError[]) =>
  new Problem('LIMIT_EXCEEDED', 'Limit exceeded', { errors });

const outOfRange = (operation: string, { min, max, currency }: Bounds): string =>
  ` amount is outside of the allowed range for ${operation}: min ${min}, max ${max} ${currency}`;

export const bankAccountNotFound = () => new Problem('USER_BANK_INFO_NOT_FOUND', 'User bank information not found.');

/** The bank account exists but belongs to another user or receiver. */
export const accountOfAnotherOwner = (cause?: unknown) =>
  new Problem('USER_BANK_INFO_ACCESS_DENIED', 'The bank information does not belong to the specified user.', {
    reason: 'ACCOUNT_OF_ANOTHER_USER',
    cause,
  });

/** The requested country has no virtual accounts. @param country the only country that has virtual accounts */
export const onlyCountrySupported = (country: string) =>
  badRequest('COUNTRY_NOT_SUPPORTED', `Only ${country} is supported`);

export const virtualAccountNotDeletable = () =>
  badRequest('VIRTUAL_ACCOUNT_NOT_DELETABLE', 'A virtual account cannot be deleted');

export const receiverNotFound = () => new Problem('RECEIVER_NOT_FOUND', 'Receiver not found.');
export const duplicateWallet = (walletId: string) =>
  new Problem('UserOnRampWalletDuplicateError', 'A wallet with this address and VM type already exists.', {
    facts: { walletId },
  });
export const tooManyWallets = (limit: number) =>
  new Problem('CONFLICT', `A user can have at most ${limit} wallets. Delete one to add another.`, {
    reason: 'WALLET_LIMIT_REACHED',
  });
export const walletNotFound = () => new Problem('NOT_FOUND', 'Wallet not found', { reason: 'WALLET_NOT_FOUND' });

export const transactionNotFound = () => new Problem('TRANSACTION_NOT_FOUND', 'Transaction not found');
export const transactionOfAnotherPartner = () =>
  new Problem('TRANSACTION_ACCESS_DENIED', 'Transaction does not belong to this partner', {
    reason: 'TRANSACTION_OF_ANOTHER_PARTNER',
  });
export const notOwnerOfTransaction = () =>
  new Problem('PARTNER_NOT_OWNER_OF_TRANSACTION_ERROR', 'Partner is not the owner of the transaction.');
export const invalidTransition = () => badRequest('TRANSITION_NOT_ALLOWED', 'Invalid transaction state transition');

export const noInformationRequested = () =>
  new Problem('CONFLICT', 'The transaction asks for no information', { reason: 'INFORMATION_NOT_REQUESTED' });

export const notificationNotFound = () =>
  new Problem('NOT_FOUND', 'Webhook notification not found', { reason: 'NOTIFICATION_NOT_FOUND' });
export const notificationNotFailed = (notificationId: string) =>
  new Problem('CONFLICT', 'Notification is not in FAILED status', {
    reason: 'NOTIFICATION_NOT_FAILED',
    facts: { notificationId },
  });
export const manualRetriesUsedUp = (notificationId: string, limit: number) =>
  new Problem('CONFLICT', `Partner webhook notification has reached the maximum number of manual retries (${limit})`, {
    reason: 'RETRIES_USED_UP',
    facts: { notificationId },
  });
export const tooManyRetries = (retryAfterS: number) =>
  new Problem('TOO_MANY_REQUESTS', 'Rate limit exceeded. Try again in a few seconds.', {
    reason: 'RETRY_RATE',
    headers: { 'retry-after': String(retryAfterS) },
  });
export const webhookEndpointNotFound = () =>
  new Problem('NOT_FOUND', 'Webhook endpoint not found', { reason: 'ENDPOINT_NOT_FOUND' });
export const tooManyWebhookEndpoints = (limit: number) =>
  new Problem('CONFLICT', `A partner can have at most ${limit} webhook endpoints. Delete one first.`, {
    reason: 'ENDPOINT_LIMIT_REACHED',
  });
export const noWebhookSecret = () =>
  new Problem('CONFLICT', 'There is no webhook secret yet. Set a webhook URL first.', {
    reason: 'WEBHOOK_SECRET_MISSING',
  });
export const eventBusWithoutSecret = (endpointId: string) =>
  new Problem('CONFLICT', 'An endpoint with an event bus has no secret: its events are not signed.', {
    reason: 'EVENT_BUS_UNSIGNED',
    facts: { endpointId },
  });
export const otherKindOfTarget = (endpointId: string) =>
  new Problem('CONFLICT', 'An endpoint keeps its kind of target, a URL or an event bus. Add another endpoint.', {
    reason: 'TARGET_KIND_FIXED',
    facts: { endpointId },
  });

export const routeNotFound = () => new Problem('NOT_FOUND', 'Route not found', { reason: 'ROUTE_NOT_FOUND' });

/** API Gateway returns this error itself, because no function handles the method. */
export const methodNotAllowed = () => new Problem('METHOD_NOT_ALLOWED', 'Method not allowed');

export const payloadTooLarge = () => new Problem('PAYLOAD_TOO_LARGE', 'Payload too large');
export const notJson = () =>
  new Problem('UNSUPPORTED_MEDIA_TYPE', 'Content-Type must be application/json', { reason: 'BODY_NOT_JSON' });
export const notUtf8 = () =>
  new Problem('UNSUPPORTED_MEDIA_TYPE', 'The charset of Content-Type must be utf-8', { reason: 'BODY_NOT_UTF8' });
export const compressedBody = () =>
  new Problem('UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding must be identity', { reason: 'BODY_COMPRESSED' });
export const idempotencyKeyReused = () =>
  new Problem('IDEMPOTENCY_KEY_REUSED', 'The idempotency key was used for a different request');
export const tooManyRequests = (retryAfterS: number) =>
  new Problem('TOO_MANY_REQUESTS', 'Too many requests', {
    reason: 'REQUEST_RATE',
    headers: { 'retry-after': String(retryAfterS) },
  });

const RETRY_SOON = { 'retry-after': '1' };

/** Other writes conflicted with every try of this write. Nothing was written. */
export const writeContention = (cause?: unknown) =>
  new Problem('CONFLICT', 'The same resource is being changed by other requests. Try again.', {
    reason: 'WRITE_CONTENTION',
    cause,
    headers: RETRY_SOON,
  });

export const storedFileChanged = () =>
  new Problem('INTERNAL_SERVER_ERROR', 'The file is not the one that was stored, and is not given out', {
    reason: 'FILE_CHANGED',
  });
export const internalError = (cause?: unknown) =>
  new Problem('INTERNAL_SERVER_ERROR', 'Internal server error', { reason: 'UNEXPECTED', cause });
export const serviceUnavailable = (cause?: unknown) =>
  new Problem('SERVICE_UNAVAILABLE', 'The service is temporarily unavailable. Try again.', {
    cause,
    headers: RETRY_SOON,
  });
