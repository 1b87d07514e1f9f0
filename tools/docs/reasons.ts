/** Meaning of each reason for partners, and the action to take. A new reason without its line does not compile. */
import type { AmbiguousCode, ProviderReason, ReasonsByCode } from '#shared/api/reasons';

/** Meaning of a reason, and the next step of the caller. */
type ReasonNote = readonly [meaning: string, advice: string];

type NotesByCode = {
  readonly [C in AmbiguousCode]: Readonly<Record<Exclude<ReasonsByCode[C], ProviderReason>, ReasonNote>>;
};

const LIMIT = 'Delete one, or ask us for a higher limit.';
const READ = 'Read the resource and decide.';
const AGAIN = 'Send the request again with the same `Idempotency-Key`. Quote `requestId` if the error stays.';

const notesByCode: NotesByCode = {
  BAD_REQUEST: {
    QUOTE_NOT_FOUND: ['You have no quote with this `quoteId`.', 'Check the id, or lock a new quote.'],
    QUOTE_USED: [
      'A transaction has used the quote; `details.transactionId` names it.',
      'Read that transaction. For another one, lock a new quote.',
    ],
    QUOTE_KIND: ['The quote was locked for another kind of transaction.', 'Lock a quote of this kind.'],
    QUOTE_MISMATCH: [
      'The currencies of the request are not those of the quote.',
      'Leave them out, or send those of the quote.',
    ],
    ORDER_INCOMPLETE: [
      'The request has neither a quote nor a pair with an amount.',
      'Send `quoteId`, or the currencies with an amount.',
    ],
    CURRENCIES_EQUAL: ['Source and target currency are the same.', 'Name two currencies.'],
    CURRENCY_DISABLED: [
      'The currency is not part of your agreement.',
      'Use one from `GET …/capabilities`, or ask us to enable it.',
    ],
    TOKEN_DISABLED: [
      'The token on this blockchain is not part of your agreement.',
      'Use a pair from `GET …/capabilities`, or ask us to enable it.',
    ],
    CURRENCY_MISMATCH: [
      'The target currency is not the currency of the bank account.',
      'Send the currency of the account, or another account.',
    ],
    COUNTRY_MISMATCH: [
      'The target country is not the country of the bank account.',
      'Leave the country out, or send another account.',
    ],
    COUNTRY_NOT_SUPPORTED: [
      'The operation is not offered in this country.',
      'Use a country from `GET …/capabilities`.',
    ],
    INVOICE_REQUIRED: ['Payouts to this country need an invoice.', 'Send `invoiceFile`.'],
    BANK_ACCOUNT_REQUIRED: [
      'The request names no bank account and has no details of one.',
      'Send the id of a saved account, or the details.',
    ],
    DEPOSIT_BANK_MISSING: [
      'No bank takes deposits of this user in this currency yet.',
      'Use another currency, or ask us.',
    ],
    TRANSITION_NOT_ALLOWED: [
      'The transaction cannot change in this way in its current status.',
      'Read the transaction and decide by its `status`.',
    ],
    EMAIL_INVALID: ['The address is not an e-mail address.', 'Correct `email`.'],
    FILE_URL_INVALID: ['The URL of a file is not a public https URL.', 'Send a pre-signed https URL.'],
    PERSON_LIMIT_REACHED: ['The business has as many persons as it can have.', LIMIT],
    VIRTUAL_ACCOUNT_NOT_DELETABLE: [
      'The account is a virtual account, which stays with its user.',
      'Do not delete it.',
    ],
    VERSION_UNKNOWN: [
      'The header `Partner-Ramp-Version` names no version of the API.',
      'Send a version from the changelog, or leave the header out.',
    ],
    REQUEST_REFUSED: [
      'The gateway refused the request before it reached the service.',
      'Check the method, the headers and the form of the request.',
    ],
  },
  INVALID_VERIFICATION_TYPE_FOR_USER: {
    USER_IS_BUSINESS: ['The user is a business.', 'Use KYB.'],
    USER_IS_INDIVIDUAL: ['The user is an individual.', 'Use KYC.'],
  },
  UNAUTHORIZED: {
    KEY_MISSING: ['The request has no API key.', 'Send it in the header `partner-api-key`.'],
    KEY_MALFORMED: [
      'The text is not an API key, or the header was sent twice.',
      'Check that the key was copied whole, and send it once.',
    ],
    KEY_UNKNOWN: [
      'The key is of the other environment, unknown, expired or revoked.',
      'Check the base URL and the key. Ask us for a new key.',
    ],
    USER_NOT_FOUND: ['You have no user with this `userId`. The key is right.', 'Check the `userId`.'],
  },
  INVALID_PARTNER_FLOW: {
    PARTNER_SUSPENDED: ['Your account is suspended.', 'Ask us.'],
    FLOW_NOT_ENABLED: ['Your account has no kind of transaction enabled.', 'Ask us.'],
  },
  USER_BANK_INFO_ACCESS_DENIED: {
    ACCOUNT_OF_ANOTHER_USER: [
      'The saved account does not belong to the user or the receiver that the request names.',
      'Name an account of the same owner.',
    ],
    ACCOUNT_OF_ANOTHER_PARTNER: ['The saved account is not yours.', 'Check the id.'],
  },
  TRANSACTION_ACCESS_DENIED: {
    TRANSACTION_OF_ANOTHER_PARTNER: ['The transaction is not yours.', 'Check the id.'],
  },
  NOT_FOUND: {
    ROUTE_NOT_FOUND: ['The API has no such path.', 'Check the address.'],
    WALLET_NOT_FOUND: ['No wallet of the user has this id.', 'Check the id.'],
    PERSON_NOT_FOUND: ['No person of the business has this id.', 'Check the id.'],
    NOTIFICATION_NOT_FOUND: ['You have no webhook notification with this id.', 'Check the id.'],
    ENDPOINT_NOT_FOUND: ['You have no webhook endpoint with this id.', 'Check the id.'],
    SIGNATURE_DOCUMENT_NOT_FOUND: ['The person has no signed document.', 'Wait for the webhook of the signature.'],
    RECEIPT_ERASED: ['The receipt was erased together with its user.', 'Use your own copy.'],
  },
  NOT_FOUND_ERROR: {
    USER_NOT_FOUND: ['No user has this `userId`.', 'Check the `userId`.'],
    LOGO_NOT_FOUND: ['The logo was replaced or removed.', 'Read the branding for its current URL.'],
  },
  CONFLICT: {
    WRITE_CONTENTION: [
      'Other requests are changing the same resource. Nothing was written.',
      'Send the same request again after `Retry-After`.',
    ],
    KEY_REPLACED: [
      'Another rotation has replaced the key, which works until its end.',
      'Use its successor, or rotate that.',
    ],
    KEY_LIMIT_REACHED: ['You have 50 active keys.', 'Ask us to revoke some.'],
    EMAIL_TAKEN: ['One of your users has this e-mail address; `details.userId` names the user.', 'Use that user.'],
    EXTERNAL_ID_TAKEN: [
      'One of your users has this `externalUserId`; `details.userId` names the user.',
      'Use that user.',
    ],
    RECEIPT_NOT_READY: [
      'The receipt does not exist yet.',
      'Wait until the transaction is completed or, for a return receipt, until the payout has come back.',
    ],
    VERIFICATION_EXISTS: [
      'A verification is in progress or completed; `details.verificationId` names it.',
      'Read the verification.',
    ],
    NAME_VERIFIED: ['The name of a verified business cannot change.', 'Leave the name out.'],
    LAST_OWNER: ['No other owner has signed.', 'Wait until another owner has signed, then delete this one.'],
    LINK_NOT_OPEN: ['The user has no open verification link.', 'Create a link.'],
    DECLARATION_NOT_OPEN: ['The person has no open declaration.', 'Request signatures.'],
    INFORMATION_NOT_REQUESTED: ['The transaction does not wait for information.', READ],
    NOTIFICATION_NOT_FAILED: ['Only a notification with the status `FAILED` can be retried.', READ],
    RETRIES_USED_UP: ['The notification has no manual retry left.', 'Read its `payload`, or the change feed.'],
    WALLET_LIMIT_REACHED: ['The user has as many wallets as it can have.', LIMIT],
    ENDPOINT_LIMIT_REACHED: ['You have as many webhook endpoints as you can have.', LIMIT],
    WEBHOOK_SECRET_MISSING: ['You have no signing secret yet.', 'Set a webhook URL first.'],
    EVENT_BUS_UNSIGNED: ['An event bus has no signing secret.', 'Do not rotate it.'],
    TARGET_KIND_FIXED: ['An endpoint cannot change from a URL to an event bus, or back.', 'Add another endpoint.'],
  },
  UNSUPPORTED_MEDIA_TYPE: {
    BODY_NOT_JSON: ['The body is not declared as JSON.', 'Send `content-type: application/json`.'],
    BODY_NOT_UTF8: [
      'The body is declared in another character set than UTF-8.',
      'Encode it in UTF-8, and leave `charset` out.',
    ],
    BODY_COMPRESSED: ['The body is compressed.', 'Send it without `Content-Encoding`.'],
  },
  TOO_MANY_REQUESTS: {
    REQUEST_RATE: ['You send more requests than your rate.', 'Wait for `Retry-After`.'],
    RETRY_RATE: ['You retry more webhooks than the rate of retries.', 'Wait for `Retry-After`.'],
  },
  INTERNAL_SERVER_ERROR: {
    UNEXPECTED: ['An error on our side.', AGAIN],
    QUOTE_NOT_CREATED: ['There is no current rate.', 'Try again in a minute.'],
    VERIFICATION_NOT_CREATED: ['The provider of verifications failed.', AGAIN],
    FILE_CHANGED: [
      'The stored file is not the file that was stored, so it is not returned.',
      'Quote `requestId` to us.',
    ],
  },
};

/** Lists every reason of the notes with its code, in the order of the notes. */
export function reasonCatalogue() {
  return Object.entries(notesByCode).flatMap(([code, notes]: [string, Readonly<Record<string, ReasonNote>>]) =>
    Object.entries(notes).map(([reason, [meaning, advice]]) => ({ code, reason, meaning, advice })),
  );
}
