/** What each error code means to a partner. A new code without its line does not compile. */
import { type ErrorCode, statusByCode } from '#shared/api/problems';

export interface ErrorNote {
  readonly meaning: string;
  /** A message that is sent with it. */
  readonly message: string;
  /** The answer names fields in `errors`. */
  readonly field?: { readonly field: string; readonly message: string };
}

export const errorNotes: Readonly<Record<ErrorCode, ErrorNote>> = {
  INVALID_USER_INPUT_ERROR: {
    meaning: 'Something in the request is malformed; `errors` names every wrong field by its dotted path.',
    message: 'Invalid User Input',
    field: { field: 'sourceCurrency', message: 'Must be one of MXN, DOP, USD, EUR' },
  },
  BAD_REQUEST: {
    meaning: 'The fields are well-formed but break a rule together; the message says which.',
    message: 'Source and target currencies must differ',
  },
  REQUIRED_USER_ID_ERROR: {
    meaning: 'The body has no `userId`.',
    message: 'This endpoint requires a user id to be provided',
  },
  QUOTE_EXPIRED: {
    meaning: 'The quote has passed its `expiresAt`. Lock a new one.',
    message: 'Quote has expired',
  },
  INVALID_FIAT_AMOUNT_ERROR: {
    meaning:
      'The amount is outside of the range of your agreement or of the corridor; the message names the bounds.',
    message: 'Fiat amount is outside of the allowed range for CROSS_RAMP: min 10, max 10000000 MXN',
  },
  INVALID_TOKEN_AMOUNT_ERROR: {
    meaning: 'The token amount is outside of the range of your agreement; the message names the bounds.',
    message: 'Token amount is outside of the allowed range for OFF_RAMP: min 1, max 500000 USDC',
  },
  INVALID_TOKEN_OPERATION_ERROR: {
    meaning: 'The token is no stablecoin.',
    message: 'Token cannot be operated as OTC, only stable coins are allowed',
  },
  NO_KYC_TEMPLATE_FOUND: {
    meaning: 'Verifications are not offered in that country.',
    message: 'No KYC template found for country: BR',
  },
  EMAIL_NOT_FOUND: {
    meaning: 'The user has no e-mail address.',
    message: 'Provided user authentication method is not email',
  },
  FAILED_TO_DOWNLOAD_FILE_FROM_PRESIGNED_URL: {
    meaning:
      'The selfie or a picture of the identity document could not be downloaded, is too large, or is of a type that is not taken; `errors` names the field.',
    message: 'Failed to download file from presigned url',
    field: { field: 'selfieUrl', message: 'Failed to download file from presigned url' },
  },
  FAILED_TO_DOWNLOAD_DOCUMENT: {
    meaning:
      'A document could not be downloaded, is too large, or is of a type that is not taken; `errors` names the field.',
    message: 'Failed to download document',
    field: { field: 'documents.0.fileUrl', message: 'Failed to download document' },
  },
  INVALID_VERIFICATION_TYPE_FOR_USER: {
    meaning: 'Persons are verified by KYC and businesses by KYB. The sandbox lets a submission start either.',
    message: 'Business users are verified by KYB',
  },
  UNAUTHORIZED: {
    meaning: 'The key is missing, malformed, unknown, expired or revoked, or the user is not one of yours.',
    message: 'Invalid API Key',
  },
  INVALID_PARTNER_FLOW: {
    meaning: 'Your account is suspended or has no flow enabled.',
    message: 'The partner has an invalid flow.',
  },
  USER_NOT_VERIFIED_ERROR: {
    meaning: 'The user has to be verified first.',
    message: 'User is not allowed to perform the operations because has not completed the KYC verification.',
  },
  USER_BANK_INFO_ACCESS_DENIED: {
    meaning: 'The saved bank account is not that user’s.',
    message: 'The bank information does not belong to the specified user.',
  },
  SIGNATURE_REQUIREMENT_NOT_MET: {
    meaning: 'An owner of the business has not signed yet.',
    message: 'All beneficial owners must sign before this transaction can be created.',
  },
  TRANSACTION_ACCESS_DENIED: {
    meaning: "The off-ramp is another partner's.",
    message: 'Transaction does not belong to this partner',
  },
  PARTNER_NOT_OWNER_OF_TRANSACTION_ERROR: {
    meaning: "The transaction is another partner's.",
    message: 'Partner is not the owner of the transaction.',
  },
  NOT_FOUND: { meaning: 'No such route or resource.', message: 'Webhook notification not found' },
  NOT_FOUND_ERROR: { meaning: 'No such user.', message: 'Requested User was not found' },
  TRANSACTION_NOT_FOUND: { meaning: 'No such transaction.', message: 'Transaction not found' },
  QUOTE_NOT_FOUND: {
    meaning: 'No such quote. Creations answer `BAD_REQUEST` instead.',
    message: 'Quote not found',
  },
  USER_BANK_INFO_NOT_FOUND: {
    meaning: 'No such saved bank account.',
    message: 'User bank information not found.',
  },
  RECEIVER_NOT_FOUND: { meaning: 'No such receiver.', message: 'Receiver not found.' },
  UserOnRampWalletDuplicateError: {
    meaning: 'The user has saved this wallet already.',
    message: 'A wallet with this address and VM type already exists.',
  },
  METHOD_NOT_ALLOWED: {
    meaning: 'The path exists, the method does not; the header `Allow` lists those that do.',
    message: 'Method not allowed',
  },
  CONFLICT: {
    meaning: 'The request collides with what is on record, or with another request at the same time.',
    message: 'A user with these details already exists',
  },
  PAYLOAD_TOO_LARGE: {
    meaning: 'The body is larger than 64 KB or, where it may carry a file, than 6 MB.',
    message: 'Payload too large',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: 'The body is declared as something other than JSON.',
    message: 'Content-Type must be application/json',
  },
  IDEMPOTENCY_KEY_REUSED: {
    meaning: 'The idempotency key stands for another request already.',
    message: 'The idempotency key was used for a different request',
  },
  UNPROCESSABLE_ENTITY: {
    meaning: 'The operation does not apply to this kind of user.',
    message: 'User is not a business',
  },
  TOO_MANY_REQUESTS: {
    meaning: 'Too many requests; wait for the seconds in `Retry-After`.',
    message: 'Too many requests',
  },
  INTERNAL_SERVER_ERROR: {
    meaning: 'A fault on our side. Repeat creations with the same `Idempotency-Key`.',
    message: 'Internal server error',
  },
  SERVICE_UNAVAILABLE: {
    meaning:
      'A service behind this one was throttled or did not answer; wait for the seconds in `Retry-After`. What was asked may have happened: repeat it with the same `Idempotency-Key`.',
    message: 'The service is temporarily unavailable. Try again.',
  },
};

/** Messages that fit an operation better than the general one. */
const ownMessages: Readonly<Record<string, Partial<Record<ErrorCode, string>>>> = {
  createAssociatedPerson: {
    BAD_REQUEST: 'A business can have at most 50 associated persons',
    CONFLICT: 'The same resource is being changed by other requests. Try again.',
  },
  deleteAssociatedPerson: {
    CONFLICT: 'An owner who has not signed can be removed only while another owner who has signed stays',
    NOT_FOUND: 'Associated person not found',
  },
  requestSignatures: {
    BAD_REQUEST: 'Country not supported',
    CONFLICT: 'The same resource is being changed by other requests. Try again.',
  },
  withdrawSignature: {
    CONFLICT: 'The person has no open declaration',
    NOT_FOUND: 'Associated person not found',
  },
  signDeclaration: {
    CONFLICT: 'The person has no open declaration',
    NOT_FOUND: 'Associated person not found',
  },
  expireDeclaration: {
    CONFLICT: 'The person has no open declaration',
    NOT_FOUND: 'Associated person not found',
  },
  getSignatureDocument: { NOT_FOUND: 'Signature document not found' },
  createUser: { BAD_REQUEST: 'Provided email is not valid' },
  updateUser: {
    BAD_REQUEST: 'Provided email is not valid',
    CONFLICT: 'The name of a verified business cannot be changed',
  },
  decideVerification: {
    CONFLICT: 'The same resource is being changed by other requests. Try again.',
  },
  startKyc: {
    BAD_REQUEST: 'Provided url is not valid',
    CONFLICT: 'A verification is in progress or has been completed',
    INTERNAL_SERVER_ERROR: 'Identity verification creation failed',
  },
  createKycLink: {
    INVALID_VERIFICATION_TYPE_FOR_USER: 'The user is a business, which is verified by KYB',
    CONFLICT: 'A verification is in progress or has been completed',
  },
  createKybLink: {
    INVALID_VERIFICATION_TYPE_FOR_USER: 'The user is not a business: individuals are verified by KYC',
    CONFLICT: 'A verification is in progress or has been completed',
  },
  getKyb: {
    INVALID_VERIFICATION_TYPE_FOR_USER: 'The user is not a business: individuals are verified by KYC',
  },
  createCrossRamp: {
    BAD_REQUEST: 'Quote has already been used',
    CONFLICT: 'The same resource is being changed by other requests. Try again.',
  },
  getRate: {
    BAD_REQUEST: 'Fiat currency is disabled or does not exist',
    INVALID_FIAT_AMOUNT_ERROR:
      'Fiat amount is outside of the allowed range for ON_RAMP: min 10, max 10000000 MXN',
    INTERNAL_SERVER_ERROR: 'Failed to create quote',
  },
  createQuote: {
    BAD_REQUEST: 'This blockchain and token combination is disabled or does not exist',
    INVALID_FIAT_AMOUNT_ERROR:
      'Fiat amount is outside of the allowed range for ON_RAMP: min 10, max 10000000 MXN',
    INTERNAL_SERVER_ERROR: 'Failed to create quote',
  },
  getCrossRampRate: { INTERNAL_SERVER_ERROR: 'Failed to create quote' },
  createCrossRampQuote: { INTERNAL_SERVER_ERROR: 'Failed to create quote' },
  updateWebhookSettings: { CONFLICT: 'The settings were changed by another request' },
  rotateWebhookSecret: { CONFLICT: 'There is no webhook secret yet. Set a webhook URL first.' },
  retryWebhookNotification: {
    CONFLICT: 'Notification is not in FAILED status',
    TOO_MANY_REQUESTS: 'Rate limit exceeded. Try again in a few seconds.',
  },
};

export function messageFor(code: ErrorCode, operationId: string): string {
  return ownMessages[operationId]?.[code] ?? errorNotes[code].message;
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(statusByCode, code);
}

/** Every code in the order of the table, with its status. */
export function errorCatalogue(): readonly { code: ErrorCode; status: number; note: ErrorNote }[] {
  return Object.keys(errorNotes)
    .filter(isErrorCode)
    .map((code) => ({ code, status: statusByCode[code], note: errorNotes[code] }))
    .sort((a, b) => a.status - b.status);
}
