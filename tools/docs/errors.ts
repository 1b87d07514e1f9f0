/** Meaning of each error code for partners. A new code without an entry does not compile. */
import type { ErrorCode, Problem } from '#shared/api/problems';
import * as problems from '#shared/api/problems';
import { wallet } from '#shared/wallets/examples';

type ErrorNote = readonly [meaning: string, example: Problem];

export const errorNotes: Readonly<Record<ErrorCode, ErrorNote>> = {
  INVALID_USER_INPUT_ERROR: [
    'The request is malformed. `errors` lists each invalid field by its dotted path.',
    problems.invalidInput([{ field: 'sourceCurrency', message: 'Must be one of MXN, DOP, USD, EUR' }]),
  ],
  BAD_REQUEST: ['The request breaks a rule. `reason` contains the rule.', problems.invalidTransition()],
  LIMIT_EXCEEDED: [
    'The transaction would exceed a limit. `errors` contains the name of each limit, as in `capabilities`, and the remaining amount.',
    problems.limitExceeded([
      {
        field: 'sourceAmount',
        message: 'Must be at most 120.50 USD, which is left until 2026-01-16T00:00:00.000Z',
        limit: 'USER_DAY',
      },
    ]),
  ],
  REQUIRED_USER_ID_ERROR: ['The body has no `userId`.', problems.userIdRequired()],
  QUOTE_EXPIRED: ['The quote expired. Lock a new quote.', problems.quoteExpired()],
  INVALID_FIAT_AMOUNT_ERROR: [
    'The amount is outside of the range of your agreement or of the corridor. The message contains the range.',
    problems.fiatOutOfRange('CROSS_RAMP', { min: '10', max: '10000000', currency: 'MXN' }),
  ],
  INVALID_TOKEN_AMOUNT_ERROR: [
    'The token amount is outside of the range of your agreement. The message contains the range.',
    problems.tokenOutOfRange('OFF_RAMP', { min: '1', max: '500000', currency: 'USDC' }),
  ],
  INVALID_TOKEN_OPERATION_ERROR: ['The token is not a stablecoin.', problems.tokenNotStable()],
  NO_KYC_TEMPLATE_FOUND: ['Verifications are not available in this country.', problems.noKycTemplate('BR')],
  EMAIL_NOT_FOUND: ['The user has no e-mail address.', problems.noEmailAddress()],
  FAILED_TO_DOWNLOAD_FILE_FROM_PRESIGNED_URL: [
    'The API could not download the selfie or a picture of the identity document, or the file is too large or of an unsupported type. `errors` contains the field.',
    problems.fileNotDownloaded('selfieUrl'),
  ],
  FAILED_TO_DOWNLOAD_DOCUMENT: [
    'The API could not download a document, or the document is too large or of an unsupported type. `errors` contains the field.',
    problems.documentNotDownloaded('documents.0.fileUrl'),
  ],
  INVALID_VERIFICATION_TYPE_FOR_USER: [
    'Use KYC for persons and KYB for businesses. In the sandbox, a submission accepts both.',
    problems.businessNeedsKyb(),
  ],
  UNAUTHORIZED: [
    'The key is missing, malformed, unknown, expired or revoked, or you have no such user. `reason` contains the cause.',
    problems.invalidApiKey(),
  ],
  ADDRESS_NOT_ALLOWED: [
    'The key does not work from this IP address. The API did not process the request.',
    problems.addressNotAllowed('198.51.100.7'),
  ],
  CLIENT_CERTIFICATE_REQUIRED: [
    'This environment requires a client certificate: use the hostname for partners.',
    problems.clientCertificateRequired(),
  ],
  INVALID_PARTNER_FLOW: [
    'Your account is suspended, or no flow is enabled.',
    problems.invalidPartnerFlow('PARTNER_SUSPENDED'),
  ],
  INSUFFICIENT_SCOPE: [
    'The key does not have the scope in `details.scope`. Send the request with a key that has this scope.',
    problems.insufficientScope('transactions:write'),
  ],
  USER_NOT_VERIFIED_ERROR: ['The user is not verified.', problems.userNotVerified()],
  USER_BANK_INFO_ACCESS_DENIED: ['The saved bank account belongs to another user.', problems.accountOfAnotherOwner()],
  SIGNATURE_REQUIREMENT_NOT_MET: ['An owner of the business has not signed.', problems.signaturesMissing()],
  TRANSACTION_ACCESS_DENIED: ['The off-ramp belongs to another partner.', problems.transactionOfAnotherPartner()],
  PARTNER_NOT_OWNER_OF_TRANSACTION_ERROR: [
    'The transaction belongs to another partner.',
    problems.notOwnerOfTransaction(),
  ],
  NOT_FOUND: ['The path or the resource does not exist. `reason` contains the cause.', problems.notificationNotFound()],
  NOT_FOUND_ERROR: ['The user does not exist.', problems.userNotFound()],
  TRANSACTION_NOT_FOUND: ['The transaction does not exist.', problems.transactionNotFound()],
  QUOTE_NOT_FOUND: ['The quote does not exist. Creations return `BAD_REQUEST` instead.', problems.quoteNotFound()],
  USER_BANK_INFO_NOT_FOUND: ['The saved bank account does not exist.', problems.bankAccountNotFound()],
  RECEIVER_NOT_FOUND: ['The receiver does not exist.', problems.receiverNotFound()],
  UserOnRampWalletDuplicateError: ['The user already has this wallet.', problems.duplicateWallet(wallet.id)],
  METHOD_NOT_ALLOWED: [
    'The path does not support this method. `Allow` lists the supported methods.',
    problems.methodNotAllowed(),
  ],
  CONFLICT: [
    'The request conflicts with the stored data, or with another request at the same time. `reason` contains the cause.',
    problems.writeContention(),
  ],
  PAYLOAD_TOO_LARGE: ['The body exceeds 64 KB, or 6 MB if the operation accepts files.', problems.payloadTooLarge()],
  UNSUPPORTED_MEDIA_TYPE: ['The body is not uncompressed JSON in UTF-8.', problems.notJson()],
  IDEMPOTENCY_KEY_REUSED: ['The idempotency key was used for another request.', problems.idempotencyKeyReused()],
  UNPROCESSABLE_ENTITY: ['The operation does not support this type of user.', problems.notABusiness()],
  TOO_MANY_REQUESTS: ['Too many requests. Wait for the seconds in `Retry-After`.', problems.tooManyRequests(1)],
  INTERNAL_SERVER_ERROR: ['Internal error. Retry with the same `Idempotency-Key`.', problems.internalError()],
  SERVICE_UNAVAILABLE: [
    'A service that the API depends on was throttled or did not respond. The API may have processed the request. Wait for the seconds in `Retry-After`. Then retry with the same `Idempotency-Key`.',
    problems.serviceUnavailable(),
  ],
};

/** Codes that only API Gateway returns. */
export const gatewayErrors = [
  {
    code: 'FORBIDDEN',
    status: 403,
    meaning: 'The firewall refused the request because it looks like an attack.',
    message: 'Forbidden',
  },
  {
    code: 'GATEWAY_TIMEOUT',
    status: 504,
    meaning: 'No response in time. The API may have processed the request. Retry with the same `Idempotency-Key`.',
    message: 'The service did not respond in time',
  },
] as const;

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorNotes, code);
}

/** Lists all error codes of the service, sorted by status. */
export function errorCatalogue() {
  return Object.keys(errorNotes)
    .filter(isErrorCode)
    .map((code) => ({ code, meaning: errorNotes[code][0], example: errorNotes[code][1] }))
    .sort((a, b) => a.example.status - b.example.status);
}
