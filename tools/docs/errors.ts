/** Meaning of each error code to a partner. A new code without its line does not compile. */
import type { ErrorCode, Problem } from '#shared/api/problems';
import * as problems from '#shared/api/problems';
import { wallet } from '#shared/wallets/examples';

interface ErrorNote {
  readonly meaning: string;
  /** A refusal with this code. */
  readonly example: Problem;
}

export const errorNotes: Readonly<Record<ErrorCode, ErrorNote>> = {
  INVALID_USER_INPUT_ERROR: {
    meaning: 'Something in the request is malformed; `errors` names every wrong field by its dotted path.',
    example: problems.invalidInput([{ field: 'sourceCurrency', message: 'Must be one of MXN, DOP, USD, EUR' }]),
  },
  BAD_REQUEST: {
    meaning: 'The fields are well-formed but break a rule together; `reason` names the rule.',
    example: problems.invalidTransition(),
  },
  LIMIT_EXCEEDED: {
    meaning:
      'The transaction would pass a limit over time. `errors` names each one in `limit`, as `capabilities` does, and says what is left of it.',
    example: problems.limitExceeded([
      {
        field: 'sourceAmount',
        message: 'Must be at most 120.50 USD, which is left until 2026-01-16T00:00:00.000Z',
        limit: 'USER_DAY',
      },
    ]),
  },
  REQUIRED_USER_ID_ERROR: { meaning: 'The body has no `userId`.', example: problems.userIdRequired() },
  QUOTE_EXPIRED: {
    meaning: 'The quote has passed its `expiresAt`. Lock a new one.',
    example: problems.quoteExpired(),
  },
  INVALID_FIAT_AMOUNT_ERROR: {
    meaning: 'The amount is outside of the range of your agreement or of the corridor; the message names the bounds.',
    example: problems.fiatOutOfRange('CROSS_RAMP', { min: '10', max: '10000000', currency: 'MXN' }),
  },
  INVALID_TOKEN_AMOUNT_ERROR: {
    meaning: 'The token amount is outside of the range of your agreement; the message names the bounds.',
    example: problems.tokenOutOfRange('OFF_RAMP', { min: '1', max: '500000', currency: 'USDC' }),
  },
  INVALID_TOKEN_OPERATION_ERROR: { meaning: 'The token is no stablecoin.', example: problems.tokenNotStable() },
  NO_KYC_TEMPLATE_FOUND: {
    meaning: 'Verifications are not offered in that country.',
    example: problems.noKycTemplate('BR'),
  },
  EMAIL_NOT_FOUND: { meaning: 'The user has no e-mail address.', example: problems.noEmailAddress() },
  FAILED_TO_DOWNLOAD_FILE_FROM_PRESIGNED_URL: {
    meaning:
      'The selfie or a picture of the identity document could not be downloaded, is too large, or is of a type that is not taken; `errors` names the field.',
    example: problems.fileNotDownloaded('selfieUrl'),
  },
  FAILED_TO_DOWNLOAD_DOCUMENT: {
    meaning:
      'A document could not be downloaded, is too large, or is of a type that is not taken; `errors` names the field.',
    example: problems.documentNotDownloaded('documents.0.fileUrl'),
  },
  INVALID_VERIFICATION_TYPE_FOR_USER: {
    meaning: 'Persons are verified by KYC and businesses by KYB. The sandbox lets a submission start either.',
    example: problems.businessNeedsKyb(),
  },
  UNAUTHORIZED: {
    meaning:
      'The key is missing, malformed, unknown, expired or revoked, or you have no such user; `reason` tells which.',
    example: problems.invalidApiKey(),
  },
  ADDRESS_NOT_ALLOWED: {
    meaning:
      'The key may be used from certain addresses alone, and the request came from another. Nothing else of it was looked at.',
    example: problems.addressNotAllowed('198.51.100.7'),
  },
  CLIENT_CERTIFICATE_REQUIRED: {
    meaning: 'This stage takes calls of partners at a name of its own alone, where your server shows a certificate.',
    example: problems.clientCertificateRequired(),
  },
  INVALID_PARTNER_FLOW: {
    meaning: 'Your account is suspended or has no flow enabled.',
    example: problems.invalidPartnerFlow('PARTNER_SUSPENDED'),
  },
  INSUFFICIENT_SCOPE: {
    meaning: 'The key is restricted and lacks the scope in `details.scope`. Send the request with a key that has it.',
    example: problems.insufficientScope('transactions:write'),
  },
  USER_NOT_VERIFIED_ERROR: { meaning: 'The user has to be verified first.', example: problems.userNotVerified() },
  USER_BANK_INFO_ACCESS_DENIED: {
    meaning: 'The saved bank account is not that user’s.',
    example: problems.accountOfAnotherOwner(),
  },
  SIGNATURE_REQUIREMENT_NOT_MET: {
    meaning: 'An owner of the business has not signed yet.',
    example: problems.signaturesMissing(),
  },
  TRANSACTION_ACCESS_DENIED: {
    meaning: "The off-ramp is another partner's.",
    example: problems.transactionOfAnotherPartner(),
  },
  PARTNER_NOT_OWNER_OF_TRANSACTION_ERROR: {
    meaning: "The transaction is another partner's.",
    example: problems.notOwnerOfTransaction(),
  },
  NOT_FOUND: { meaning: 'No such route or resource; `reason` tells which.', example: problems.notificationNotFound() },
  NOT_FOUND_ERROR: { meaning: 'No such user.', example: problems.userNotFound() },
  TRANSACTION_NOT_FOUND: { meaning: 'No such transaction.', example: problems.transactionNotFound() },
  QUOTE_NOT_FOUND: {
    meaning: 'No such quote. Creations return `BAD_REQUEST` instead.',
    example: problems.quoteNotFound(),
  },
  USER_BANK_INFO_NOT_FOUND: { meaning: 'No such saved bank account.', example: problems.bankAccountNotFound() },
  RECEIVER_NOT_FOUND: { meaning: 'No such receiver.', example: problems.receiverNotFound() },
  UserOnRampWalletDuplicateError: {
    meaning: 'The user has saved this wallet already.',
    example: problems.duplicateWallet(wallet.id),
  },
  METHOD_NOT_ALLOWED: {
    meaning: 'The path exists, the method does not; the header `Allow` lists those that do.',
    example: problems.methodNotAllowed(),
  },
  CONFLICT: {
    meaning:
      'The request collides with what is on record, or with another request at the same time; `reason` tells which.',
    example: problems.writeContention(),
  },
  PAYLOAD_TOO_LARGE: {
    meaning: 'The body is larger than 64 KB or, where it may carry a file, than 6 MB.',
    example: problems.payloadTooLarge(),
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: 'The body is declared as something other than uncompressed JSON in UTF-8.',
    example: problems.notJson(),
  },
  IDEMPOTENCY_KEY_REUSED: {
    meaning: 'The idempotency key stands for another request already.',
    example: problems.idempotencyKeyReused(),
  },
  UNPROCESSABLE_ENTITY: {
    meaning: 'The operation does not apply to this kind of user.',
    example: problems.notABusiness(),
  },
  TOO_MANY_REQUESTS: {
    meaning: 'Too many requests; wait for the seconds in `Retry-After`.',
    example: problems.tooManyRequests(1),
  },
  INTERNAL_SERVER_ERROR: {
    meaning: 'An error on our side. Repeat creations with the same `Idempotency-Key`.',
    example: problems.internalError(),
  },
  SERVICE_UNAVAILABLE: {
    meaning:
      'A service that this one depends on was throttled or did not respond; wait for the seconds in `Retry-After`. What was asked may have happened: repeat it with the same `Idempotency-Key`.',
    example: problems.serviceUnavailable(),
  },
};

/** Codes that only the gateway returns. */
export const gatewayErrors = [
  {
    code: 'FORBIDDEN',
    status: 403,
    meaning: 'The request looks like an attack and was refused in front of the service.',
    message: 'Forbidden',
  },
  {
    code: 'GATEWAY_TIMEOUT',
    status: 504,
    meaning: 'No response in time; what was asked may have happened. Repeat creations with the same `Idempotency-Key`.',
    message: 'The service did not respond in time',
  },
] as const;

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorNotes, code);
}

/** Lists every code in the order of the statuses. */
export function errorCatalogue(): readonly (ErrorNote & { readonly code: ErrorCode })[] {
  return Object.keys(errorNotes)
    .filter(isErrorCode)
    .map((code) => ({ code, ...errorNotes[code] }))
    .sort((a, b) => a.example.status - b.example.status);
}
