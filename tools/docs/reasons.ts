/** Meaning of each reason for partners, and the action to take. A new reason without its line does not compile. */
import type { AmbiguousCode, ProviderReason, ReasonsByCode } from '#shared/api/reasons';

interface ReasonNote {
  readonly meaning: string;
  /** Next step of the caller. */
  readonly advice: string;
}

type NotesByCode = {
  readonly [C in AmbiguousCode]: Readonly<Record<Exclude<ReasonsByCode[C], ProviderReason>, ReasonNote>>;
};

const LIMIT = 'Delete one, or ask us for a higher limit.';
const READ = 'Read the resource and decide.';
const AGAIN = 'Send the request again with the same `Idempotency-Key`. Quote `requestId` if the error stays.';

const notesByCode: NotesByCode = {
  BAD_REQUEST: {
    QUOTE_NOT_FOUND: {
      meaning: 'You have no quote with this `quoteId`.',
      advice: 'Check the id, or lock a new quote.',
    },
    QUOTE_USED: {
      meaning: 'A transaction has used the quote; `details.transactionId` names it.',
      advice: 'Read that transaction. For another one, lock a new quote.',
    },
    QUOTE_KIND: {
      meaning: 'The quote was locked for another kind of transaction.',
      advice: 'Lock a quote of this kind.',
    },
    QUOTE_MISMATCH: {
      meaning: 'The currencies of the request are not those of the quote.',
      advice: 'Leave them out, or send those of the quote.',
    },
    ORDER_INCOMPLETE: {
      meaning: 'The request has neither a quote nor a pair with an amount.',
      advice: 'Send `quoteId`, or the currencies with an amount.',
    },
    CURRENCIES_EQUAL: { meaning: 'Source and target currency are the same.', advice: 'Name two currencies.' },
    CURRENCY_DISABLED: {
      meaning: 'The currency is not part of your agreement.',
      advice: 'Use one from `GET …/capabilities`, or ask us to enable it.',
    },
    TOKEN_DISABLED: {
      meaning: 'The token on this blockchain is not part of your agreement.',
      advice: 'Use a pair from `GET …/capabilities`, or ask us to enable it.',
    },
    CURRENCY_MISMATCH: {
      meaning: 'The target currency is not the currency of the bank account.',
      advice: 'Send the currency of the account, or another account.',
    },
    COUNTRY_MISMATCH: {
      meaning: 'The target country is not the country of the bank account.',
      advice: 'Leave the country out, or send another account.',
    },
    COUNTRY_NOT_SUPPORTED: {
      meaning: 'The operation is not offered in this country.',
      advice: 'Use a country from `GET …/capabilities`.',
    },
    INVOICE_REQUIRED: {
      meaning: 'Payouts to this country need an invoice.',
      advice: 'Send `invoiceFile`.',
    },
    BANK_ACCOUNT_REQUIRED: {
      meaning: 'The request names no bank account and has no details of one.',
      advice: 'Send the id of a saved account, or the details.',
    },
    DEPOSIT_BANK_MISSING: {
      meaning: 'No bank takes deposits of this user in this currency yet.',
      advice: 'Use another currency, or ask us.',
    },
    TRANSITION_NOT_ALLOWED: {
      meaning: 'The transaction cannot change in this way in its current status.',
      advice: 'Read the transaction and decide by its `status`.',
    },
    EMAIL_INVALID: { meaning: 'The address is not an e-mail address.', advice: 'Correct `email`.' },
    FILE_URL_INVALID: {
      meaning: 'The URL of a file is not a public https URL.',
      advice: 'Send a pre-signed https URL.',
    },
    PERSON_LIMIT_REACHED: { meaning: 'The business has as many persons as it can have.', advice: LIMIT },
    VIRTUAL_ACCOUNT_NOT_DELETABLE: {
      meaning: 'The account is a virtual account, which stays with its user.',
      advice: 'Do not delete it.',
    },
    VERSION_UNKNOWN: {
      meaning: 'The header `Partner-Ramp-Version` names no version of the API.',
      advice: 'Send a version from the changelog, or leave the header out.',
    },
    REQUEST_REFUSED: {
      meaning: 'The gateway refused the request before it reached the service.',
      advice: 'Check the method, the headers and the form of the request.',
    },
  },
  INVALID_VERIFICATION_TYPE_FOR_USER: {
    USER_IS_BUSINESS: { meaning: 'The user is a business.', advice: 'Use KYB.' },
    USER_IS_INDIVIDUAL: { meaning: 'The user is an individual.', advice: 'Use KYC.' },
  },
  UNAUTHORIZED: {
    KEY_MISSING: { meaning: 'The request has no API key.', advice: 'Send it in the header `partner-api-key`.' },
    KEY_MALFORMED: {
      meaning: 'The text is not an API key, or the header was sent twice.',
      advice: 'Check that the key was copied whole, and send it once.',
    },
    KEY_UNKNOWN: {
      meaning: 'The key is of the other environment, unknown, expired or revoked.',
      advice: 'Check the base URL and the key. Ask us for a new key.',
    },
    USER_NOT_FOUND: {
      meaning: 'You have no user with this `userId`. The key is right.',
      advice: 'Check the `userId`.',
    },
  },
  INVALID_PARTNER_FLOW: {
    PARTNER_SUSPENDED: { meaning: 'Your account is suspended.', advice: 'Ask us.' },
    FLOW_NOT_ENABLED: { meaning: 'Your account has no kind of transaction enabled.', advice: 'Ask us.' },
  },
  USER_BANK_INFO_ACCESS_DENIED: {
    ACCOUNT_OF_ANOTHER_USER: {
      meaning: 'The saved account does not belong to the user or the receiver that the request names.',
      advice: 'Name an account of the same owner.',
    },
    ACCOUNT_OF_ANOTHER_PARTNER: { meaning: 'The saved account is not yours.', advice: 'Check the id.' },
  },
  TRANSACTION_ACCESS_DENIED: {
    TRANSACTION_OF_ANOTHER_PARTNER: { meaning: 'The transaction is not yours.', advice: 'Check the id.' },
  },
  NOT_FOUND: {
    ROUTE_NOT_FOUND: { meaning: 'The API has no such path.', advice: 'Check the address.' },
    WALLET_NOT_FOUND: { meaning: 'No wallet of the user has this id.', advice: 'Check the id.' },
    PERSON_NOT_FOUND: { meaning: 'No person of the business has this id.', advice: 'Check the id.' },
    NOTIFICATION_NOT_FOUND: { meaning: 'You have no webhook notification with this id.', advice: 'Check the id.' },
    ENDPOINT_NOT_FOUND: { meaning: 'You have no webhook endpoint with this id.', advice: 'Check the id.' },
    SIGNATURE_DOCUMENT_NOT_FOUND: {
      meaning: 'The person has no signed document.',
      advice: 'Wait for the webhook of the signature.',
    },
    RECEIPT_ERASED: { meaning: 'The receipt was erased together with its user.', advice: 'Use your own copy.' },
  },
  NOT_FOUND_ERROR: {
    USER_NOT_FOUND: { meaning: 'No user has this `userId`.', advice: 'Check the `userId`.' },
    LOGO_NOT_FOUND: { meaning: 'The logo was replaced or removed.', advice: 'Read the branding for its current URL.' },
  },
  CONFLICT: {
    WRITE_CONTENTION: {
      meaning: 'Other requests are changing the same resource. Nothing was written.',
      advice: 'Send the same request again after `Retry-After`.',
    },
    KEY_REPLACED: {
      meaning: 'Another rotation has replaced the key, which works until its end.',
      advice: 'Use its successor, or rotate that.',
    },
    KEY_LIMIT_REACHED: { meaning: 'You have 50 active keys.', advice: 'Ask us to revoke some.' },
    EMAIL_TAKEN: {
      meaning: 'One of your users has this e-mail address; `details.userId` names the user.',
      advice: 'Use that user.',
    },
    EXTERNAL_ID_TAKEN: {
      meaning: 'One of your users has this `externalUserId`; `details.userId` names the user.',
      advice: 'Use that user.',
    },
    RECEIPT_NOT_READY: {
      meaning: 'The receipt does not exist yet.',
      advice: 'Wait until the transaction is completed or, for a return receipt, until the payout has come back.',
    },
    VERIFICATION_EXISTS: {
      meaning: 'A verification is in progress or completed; `details.verificationId` names it.',
      advice: 'Read the verification.',
    },
    NAME_VERIFIED: { meaning: 'The name of a verified business cannot change.', advice: 'Leave the name out.' },
    LAST_OWNER: {
      meaning: 'No other owner has signed.',
      advice: 'Wait until another owner has signed, then delete this one.',
    },
    LINK_NOT_OPEN: { meaning: 'The user has no open verification link.', advice: 'Create a link.' },
    DECLARATION_NOT_OPEN: { meaning: 'The person has no open declaration.', advice: 'Request signatures.' },
    INFORMATION_NOT_REQUESTED: { meaning: 'The transaction does not wait for information.', advice: READ },
    NOTIFICATION_NOT_FAILED: {
      meaning: 'Only a notification with the status `FAILED` can be retried.',
      advice: READ,
    },
    RETRIES_USED_UP: {
      meaning: 'The notification has no manual retry left.',
      advice: 'Read its `payload`, or the change feed.',
    },
    WALLET_LIMIT_REACHED: { meaning: 'The user has as many wallets as it can have.', advice: LIMIT },
    ENDPOINT_LIMIT_REACHED: { meaning: 'You have as many webhook endpoints as you can have.', advice: LIMIT },
    WEBHOOK_SECRET_MISSING: { meaning: 'You have no signing secret yet.', advice: 'Set a webhook URL first.' },
    EVENT_BUS_UNSIGNED: { meaning: 'An event bus has no signing secret.', advice: 'Do not rotate it.' },
    TARGET_KIND_FIXED: {
      meaning: 'An endpoint cannot change from a URL to an event bus, or back.',
      advice: 'Add another endpoint.',
    },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    BODY_NOT_JSON: { meaning: 'The body is not declared as JSON.', advice: 'Send `content-type: application/json`.' },
    BODY_NOT_UTF8: {
      meaning: 'The body is declared in another character set than UTF-8.',
      advice: 'Encode it in UTF-8, and leave `charset` out.',
    },
    BODY_COMPRESSED: { meaning: 'The body is compressed.', advice: 'Send it without `Content-Encoding`.' },
  },
  TOO_MANY_REQUESTS: {
    REQUEST_RATE: { meaning: 'You send more requests than your rate.', advice: 'Wait for `Retry-After`.' },
    RETRY_RATE: { meaning: 'You retry more webhooks than the rate of retries.', advice: 'Wait for `Retry-After`.' },
  },
  INTERNAL_SERVER_ERROR: {
    UNEXPECTED: { meaning: 'An error on our side.', advice: AGAIN },
    QUOTE_NOT_CREATED: { meaning: 'There is no current rate.', advice: 'Try again in a minute.' },
    VERIFICATION_NOT_CREATED: { meaning: 'The provider of verifications failed.', advice: AGAIN },
    FILE_CHANGED: {
      meaning: 'The stored file is not the file that was stored, so it is not returned.',
      advice: 'Quote `requestId` to us.',
    },
  },
};

/** Lists every reason of the notes with its code, in the order of the notes. */
export function reasonCatalogue(): readonly (ReasonNote & { readonly code: string; readonly reason: string })[] {
  return Object.entries(notesByCode).flatMap(([code, notes]: [string, Readonly<Record<string, ReasonNote>>]) =>
    Object.entries(notes).map(([reason, note]) => ({ code, reason, ...note })),
  );
}
