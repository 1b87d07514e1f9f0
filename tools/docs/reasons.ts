/** Meaning of each error reason, and the action that the partner should take. A new reason without an entry does not compile. */
import type { AmbiguousCode, ProviderReason, ReasonsByCode } from '#shared/api/reasons';

type ReasonNote = readonly [meaning: string, advice: string];

type NotesByCode = {
  readonly [C in AmbiguousCode]: Readonly<Record<Exclude<ReasonsByCode[C], ProviderReason>, ReasonNote>>;
};

const LIMIT = 'Delete one, or contact us for a higher limit.';
const READ = 'Check the current status of the resource.';
const AGAIN = 'Send the request again with the same `Idempotency-Key`. If the error persists, send us `requestId`.';

const notesByCode: NotesByCode = {
  BAD_REQUEST: {
    QUOTE_NOT_FOUND: ['You have no quote with this `quoteId`.', 'Check the id, or lock a new quote.'],
    QUOTE_USED: [
      'A transaction has used the quote. `details.transactionId` is its id.',
      'Read this transaction. For another transaction, lock a new quote.',
    ],
    QUOTE_KIND: ['The quote is for another type of transaction.', 'Lock a quote for this type.'],
    QUOTE_MISMATCH: ['The currencies of the quote are different.', 'Omit the currencies, or send those of the quote.'],
    ORDER_INCOMPLETE: ['A field of the order is missing.', 'Send `quoteId`, or the currency, chain, token and amount.'],
    CURRENCIES_EQUAL: ['Source and target currency are the same.', 'Send two different currencies.'],
    CURRENCY_DISABLED: ['Your agreement excludes the currency.', 'Use one from `GET …/capabilities`, or contact us.'],
    TOKEN_DISABLED: ['Your agreement excludes this token on this chain.', 'Use a pair from `GET …/capabilities`.'],
    CURRENCY_MISMATCH: ['The bank account has another currency.', "Send the account's currency, or another account."],
    COUNTRY_MISMATCH: ['The bank account is in another country.', 'Omit the country, or send another account.'],
    COUNTRY_NOT_SUPPORTED: ['The country is not supported.', 'Use a country from `GET …/capabilities`.'],
    INVOICE_REQUIRED: ['Payouts to this country require an invoice.', 'Send `invoiceFile`.'],
    BANK_ACCOUNT_REQUIRED: ['The request contains no bank account.', 'Send the id of a saved account, or the details.'],
    DEPOSIT_BANK_MISSING: ['Deposits in this currency are not available yet.', 'Use another currency, or contact us.'],
    TRANSITION_NOT_ALLOWED: ['The current status does not allow this change.', 'Read the transaction.'],
    EMAIL_INVALID: ['The address is not an e-mail address.', 'Correct `email`.'],
    FILE_URL_INVALID: ['The URL of a file is not a public https URL.', 'Send a pre-signed https URL.'],
    PERSON_LIMIT_REACHED: ['The business has the maximum number of persons.', LIMIT],
    VIRTUAL_ACCOUNT_NOT_DELETABLE: ['Virtual accounts cannot be deleted.', 'Keep the account.'],
    VERSION_UNKNOWN: [
      'The header `Partner-Ramp-Version` contains an unknown version.',
      'Send a version from the changelog, or omit the header.',
    ],
    REQUEST_REFUSED: ['The API gateway refused the request.', 'Check the method, headers and encoding.'],
  },
  INVALID_VERIFICATION_TYPE_FOR_USER: {
    USER_IS_BUSINESS: ['The user is a business.', 'Use KYB.'],
    USER_IS_INDIVIDUAL: ['The user is an individual.', 'Use KYC.'],
  },
  UNAUTHORIZED: {
    KEY_MISSING: ['The request has no API key.', 'Send it in the header `partner-api-key`.'],
    KEY_MALFORMED: [
      'The text is not an API key, or the header was sent twice.',
      'Check that you copied the whole key. Send the key once.',
    ],
    KEY_UNKNOWN: ['The key is unknown, expired, revoked, or of the other environment.', 'Check the URL and the key.'],
    USER_NOT_FOUND: ['You have no user with this `userId`. The key is valid.', 'Check the `userId`.'],
  },
  INVALID_PARTNER_FLOW: {
    PARTNER_SUSPENDED: ['Your account is suspended.', 'Contact us.'],
    FLOW_NOT_ENABLED: ['No transaction flow is enabled for your account.', 'Contact us.'],
  },
  USER_BANK_INFO_ACCESS_DENIED: {
    ACCOUNT_OF_ANOTHER_USER: [
      'The saved account does not belong to the user or the receiver of the request.',
      'Send an account of the same owner.',
    ],
    ACCOUNT_OF_ANOTHER_PARTNER: ['The saved account is not yours.', 'Check the id.'],
  },
  TRANSACTION_ACCESS_DENIED: { TRANSACTION_OF_ANOTHER_PARTNER: ['The transaction is not yours.', 'Check the id.'] },
  NOT_FOUND: {
    ROUTE_NOT_FOUND: ['The path does not exist.', 'Check the path.'],
    WALLET_NOT_FOUND: ['No wallet of the user has this id.', 'Check the id.'],
    PERSON_NOT_FOUND: ['No person of the business has this id.', 'Check the id.'],
    NOTIFICATION_NOT_FOUND: ['You have no webhook notification with this id.', 'Check the id.'],
    ENDPOINT_NOT_FOUND: ['You have no webhook endpoint with this id.', 'Check the id.'],
    SIGNATURE_DOCUMENT_NOT_FOUND: ['The person has no signed document.', 'Wait for the webhook of the signature.'],
    RECEIPT_ERASED: ['The receipt was erased together with its user.', 'Use your own copy.'],
  },
  NOT_FOUND_ERROR: {
    USER_NOT_FOUND: ['No user has this `userId`.', 'Check the `userId`.'],
    LOGO_NOT_FOUND: ['The path is not the path of a logo.', 'Get the URL of the logo from `GET …/branding`.'],
  },
  CONFLICT: {
    WRITE_CONTENTION: [
      'Other requests are changing the same resource. Nothing was written.',
      'Send the same request again after `Retry-After`.',
    ],
    KEY_REPLACED: ['The key was already rotated. The key works until it expires.', 'Use or rotate the new key.'],
    KEY_LIMIT_REACHED: ['You have 50 active keys.', 'Contact us to revoke keys.'],
    EMAIL_TAKEN: ['Your user `details.userId` has this e-mail address.', 'Use this user.'],
    EXTERNAL_ID_TAKEN: ['Your user `details.userId` has this `externalUserId`.', 'Use this user.'],
    RECEIPT_NOT_READY: [
      'The receipt does not exist yet.',
      'Wait until the transaction is completed. For a return receipt, wait until the bank returns the payout.',
    ],
    VERIFICATION_EXISTS: [
      'Verification `details.verificationId` is in progress or completed.',
      'Read the verification.',
    ],
    NAME_VERIFIED: ['The name of a verified business cannot change.', 'Omit the name.'],
    LAST_OWNER: ['No other owner has signed.', 'Wait until another owner has signed. Then delete this owner.'],
    LINK_NOT_OPEN: ['The user has no open verification link.', 'Create a link.'],
    DECLARATION_NOT_OPEN: ['The person has no open declaration.', 'Request signatures.'],
    INFORMATION_NOT_REQUESTED: ['The transaction does not wait for information.', READ],
    NOTIFICATION_NOT_FAILED: ['Only a notification with the status `FAILED` can be retried.', READ],
    RETRIES_USED_UP: ['The notification has used all manual retries.', 'Read its `payload`, or the change feed.'],
    WALLET_LIMIT_REACHED: ['The user has the maximum number of wallets.', LIMIT],
    ENDPOINT_LIMIT_REACHED: ['You have the maximum number of webhook endpoints.', LIMIT],
    WEBHOOK_SECRET_MISSING: ['You have no signing secret yet.', 'Set a webhook URL first.'],
    EVENT_BUS_UNSIGNED: ['An event bus has no signing secret.', 'Do not rotate a secret of this endpoint.'],
    TARGET_KIND_FIXED: ['An endpoint cannot change from a URL to an event bus, or back.', 'Add another endpoint.'],
  },
  UNSUPPORTED_MEDIA_TYPE: {
    BODY_NOT_JSON: ['The body is not declared as JSON.', 'Send `content-type: application/json`.'],
    BODY_NOT_UTF8: [
      'The declared character set of the body is not UTF-8.',
      'Encode the body in UTF-8, and omit `charset`.',
    ],
    BODY_COMPRESSED: ['The body is compressed.', 'Send the body without `Content-Encoding`.'],
  },
  TOO_MANY_REQUESTS: {
    REQUEST_RATE: ['You exceeded your request rate.', 'Wait for the seconds in `Retry-After`.'],
    RETRY_RATE: ['You exceeded the rate of manual retries.', 'Wait for the seconds in `Retry-After`.'],
  },
  INTERNAL_SERVER_ERROR: {
    UNEXPECTED: ['An error on our side.', AGAIN],
    QUOTE_NOT_CREATED: ['There is no current rate.', 'Try again in a minute.'],
    VERIFICATION_NOT_CREATED: ['The verification provider failed.', AGAIN],
    FILE_CHANGED: ['The stored file has changed, so the API does not return the file.', 'Send us the `requestId`.'],
  },
};

/** Lists all reasons with their codes. */
export function reasonCatalogue() {
  return Object.entries(notesByCode).flatMap(([code, notes]: [string, Readonly<Record<string, ReasonNote>>]) =>
    Object.entries(notes).map(([reason, [meaning, advice]]) => ({ code, reason, meaning, advice })),
  );
}
