/** Meaning of each error code to a partner. A new code without its line does not compile. */
import type { ErrorCode, Problem } from '#shared/api/problems';
import * as problems from '#shared/api/problems';
import { wallet } from '#shared/wallets/examples';

/** Meaning of a code, and an error response with it. */
type ErrorNote = readonly [meaning: string, example: Problem];

export const errorNotes: Readonly<Record<ErrorCode, ErrorNote>> = {
  INVALID_USER_INPUT_ERROR: [
    'Something in the request is malformed; `errors` names every wrong field by its dotted path.',
    problems.invalidInput([{ field: 'sourceCurrency', message: 'Must be one of MXN, DOP, USD, EUR' }]),
  ],
  BAD_REQUEST: [
    'The fields are well-formed but break a rule together; `reason` names the rule.',
    problems.invalidTransition(),
  ],
  LIMIT_EXCEEDED: [
    'The transaction would pass a limit over time. `errors` names each one in `limit`, as `capabilities` does, and says what is left of it.',
    problems.limitExceeded([
      {
        field: 'sourceAmount',
        message: 'Must be at most 120.50 USD, which is left until 2026-01-16T00:00:00.000Z',
        limit: 'USER_DAY',
      },
    ]),
  ],
  REQUIRED_USER_ID_ERROR: ['The body has no `userId`.', problems.userIdRequired()],
  QUOTE_EXPIRED: ['The quote has passed its `expiresAt`. Lock a new one.', problems.quoteExpired()],
  INVALID_FIAT_AMOUNT_ERROR: [
    'The amount is outside of the range of your agreement or of the corridor; the message names the bounds.',
    problems.fiatOutOfRange('CROSS_RAMP', { min: '10', max: '10000000', currency: 'MXN' }),
  ],
  INVALID_TOKEN_AMOUNT_ERROR: [
    'The token amount is outside of the range of your agreement; the message names the bounds.',
    problems.tokenOutOfRange('OFF_RAMP', { min: '1', max: '500000', currency: 'USDC' }),
  ],
  INVALID_TOKEN_OPERATION_ERROR: ['The token is no stablecoin.', problems.tokenNotStable()],
  NO_KYC_TEMPLATE_FOUND: ['Verifications are not offered in that country.', problems.noKycTemplate('BR')],
  EMAIL_NOT_FOUND: ['The user has no e-mail address.', problems.noEmailAddress()],
  FAILED_TO_DOWNLOAD_FILE_FROM_PRESIGNED_URL: [
    'The selfie or a picture of the identity document could not be downloaded, is too large, or is of a type that is not taken; `errors` names the field.',
    problems.fileNotDownloaded('selfieUrl'),
  ],
  FAILED_TO_DOWNLOAD_DOCUMENT: [
    'A document could not be downloaded, is too large, or is of a type that is not taken; `errors` names the field.',
    problems.documentNotDownloaded('documents.0.fileUrl'),
  ],
  INVALID_VERIFICATION_TYPE_FOR_USER: [
    'Persons are verified by KYC and businesses by KYB. The sandbox lets a submission start either.',
    problems.businessNeedsKyb(),
  ],
  UNAUTHORIZED: [
    'The key is missing, malformed, unknown, expired or revoked, or you have no such user; `reason` tells which.',
    problems.invalidApiKey(),
  ],
  ADDRESS_NOT_ALLOWED: [
    'The key may be used from certain addresses alone, and the request came from another. Nothing else of it was looked at.',
    problems.addressNotAllowed('198.51.100.7'),
  ],
  CLIENT_CERTIFICATE_REQUIRED: [
    'This stage takes calls of partners at a name of its own alone, where your server shows a certificate.',
    problems.clientCertificateRequired(),
  ],
  INVALID_PARTNER_FLOW: [
    'Your account is suspended or has no flow enabled.',
    problems.invalidPartnerFlow('PARTNER_SUSPENDED'),
  ],
  INSUFFICIENT_SCOPE: [
    'The key is restricted and lacks the scope in `details.scope`. Send the request with a key that has it.',
    problems.insufficientScope('transactions:write'),
  ],
  USER_NOT_VERIFIED_ERROR: ['The user has to be verified first.', problems.userNotVerified()],
  USER_BANK_INFO_ACCESS_DENIED: ['The saved bank account is not that user’s.', problems.accountOfAnotherOwner()],
  SIGNATURE_REQUIREMENT_NOT_MET: ['An owner of the business has not signed yet.', problems.signaturesMissing()],
  TRANSACTION_ACCESS_DENIED: ["The off-ramp is another partner's.", problems.transactionOfAnotherPartner()],
  PARTNER_NOT_OWNER_OF_TRANSACTION_ERROR: ["The transaction is another partner's.", problems.notOwnerOfTransaction()],
  NOT_FOUND: ['No such route or resource; `reason` tells which.', problems.notificationNotFound()],
  NOT_FOUND_ERROR: ['No such user.', problems.userNotFound()],
  TRANSACTION_NOT_FOUND: ['No such transaction.', problems.transactionNotFound()],
  QUOTE_NOT_FOUND: ['No such quote. Creations return `BAD_REQUEST` instead.', problems.quoteNotFound()],
  USER_BANK_INFO_NOT_FOUND: ['No such saved bank account.', problems.bankAccountNotFound()],
  RECEIVER_NOT_FOUND: ['No such receiver.', problems.receiverNotFound()],
  UserOnRampWalletDuplicateError: ['The user has saved this wallet already.', problems.duplicateWallet(wallet.id)],
  METHOD_NOT_ALLOWED: [
    'The path exists, the method does not; the header `Allow` lists those that do.',
    problems.methodNotAllowed(),
  ],
  CONFLICT: [
    'The request collides with what is on record, or with another request at the same time; `reason` tells which.',
    problems.writeContention(),
  ],
  PAYLOAD_TOO_LARGE: [
    'The body is larger than 64 KB or, where it may carry a file, than 6 MB.',
    problems.payloadTooLarge(),
  ],
  UNSUPPORTED_MEDIA_TYPE: [
    'The body is declared as something other than uncompressed JSON in UTF-8.',
    problems.notJson(),
  ],
  IDEMPOTENCY_KEY_REUSED: ['The idempotency key stands for another request already.', problems.idempotencyKeyReused()],
  UNPROCESSABLE_ENTITY: ['The operation does not apply to this kind of user.', problems.notABusiness()],
  TOO_MANY_REQUESTS: ['Too many requests; wait for the seconds in `Retry-After`.', problems.tooManyRequests(1)],
  INTERNAL_SERVER_ERROR: [
    'An error on our side. Repeat creations with the same `Idempotency-Key`.',
    problems.internalError(),
  ],
  SERVICE_UNAVAILABLE: [
    'A service that this one depends on was throttled or did not respond; wait for the seconds in `Retry-After`. What was asked may have happened: repeat it with the same `Idempotency-Key`.',
    problems.serviceUnavailable(),
  ],
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
export function errorCatalogue() {
  return Object.keys(errorNotes)
    .filter(isErrorCode)
    .map((code) => ({ code, meaning: errorNotes[code][0], example: errorNotes[code][1] }))
    .sort((a, b) => a.example.status - b.example.status);
}
