/**
 * Causes for the error codes with several causes. Each such error contains exactly one cause. The causes are types without
 * values, so a bundle contains only the causes that its functions use. tools/docs/reasons.ts describes the causes.
 */
export interface ReasonsByCode {
  readonly BAD_REQUEST:
    | 'BANK_ACCOUNT_REQUIRED'
    | 'COUNTRY_MISMATCH'
    | 'COUNTRY_NOT_SUPPORTED'
    | 'CURRENCIES_EQUAL'
    | 'CURRENCY_DISABLED'
    | 'CURRENCY_MISMATCH'
    | 'DEPOSIT_BANK_MISSING'
    | 'EMAIL_INVALID'
    | 'FILE_URL_INVALID'
    | 'INVOICE_REQUIRED'
    | 'ORDER_INCOMPLETE'
    | 'PERSON_LIMIT_REACHED'
    | 'QUOTE_KIND'
    | 'QUOTE_MISMATCH'
    | 'QUOTE_NOT_FOUND'
    | 'QUOTE_USED'
    | 'REQUEST_REFUSED'
    | 'TOKEN_DISABLED'
    | 'TRANSITION_NOT_ALLOWED'
    | 'VERSION_UNKNOWN'
    | 'VIRTUAL_ACCOUNT_NOT_DELETABLE';
  readonly INVALID_VERIFICATION_TYPE_FOR_USER: 'USER_IS_BUSINESS' | 'USER_IS_INDIVIDUAL';
  readonly UNAUTHORIZED: 'KEY_MALFORMED' | 'KEY_MISSING' | 'KEY_UNKNOWN' | 'SIGNATURE_INVALID' | 'USER_NOT_FOUND';
  readonly INVALID_PARTNER_FLOW: 'FLOW_NOT_ENABLED' | 'PARTNER_SUSPENDED';
  readonly USER_BANK_INFO_ACCESS_DENIED: 'ACCOUNT_OF_ANOTHER_PARTNER' | 'ACCOUNT_OF_ANOTHER_USER';
  readonly TRANSACTION_ACCESS_DENIED: 'TRANSACTION_OF_ANOTHER_PARTNER' | 'TRANSACTION_OF_ANOTHER_PROVIDER';
  readonly NOT_FOUND:
    | 'ENDPOINT_NOT_FOUND'
    | 'NOTIFICATION_NOT_FOUND'
    | 'PERSON_NOT_FOUND'
    | 'RECEIPT_ERASED'
    | 'ROUTE_NOT_FOUND'
    | 'SIGNATURE_DOCUMENT_NOT_FOUND'
    | 'VERIFICATION_NOT_FOUND'
    | 'WALLET_NOT_FOUND';
  readonly NOT_FOUND_ERROR: 'LOGO_NOT_FOUND' | 'USER_NOT_FOUND';
  readonly CONFLICT:
    | 'DECLARATION_NOT_OPEN'
    | 'EMAIL_TAKEN'
    | 'ENDPOINT_LIMIT_REACHED'
    | 'EVENT_BUS_UNSIGNED'
    | 'EXTERNAL_ID_TAKEN'
    | 'INFORMATION_NOT_REQUESTED'
    | 'KEY_LIMIT_REACHED'
    | 'KEY_REPLACED'
    | 'LAST_OWNER'
    | 'LINK_NOT_OPEN'
    | 'NAME_VERIFIED'
    | 'NOTIFICATION_NOT_FAILED'
    | 'RECEIPT_NOT_READY'
    | 'RETRIES_USED_UP'
    | 'TARGET_KIND_FIXED'
    | 'VERIFICATION_EXISTS'
    | 'WALLET_LIMIT_REACHED'
    | 'WEBHOOK_SECRET_MISSING'
    | 'WRITE_CONTENTION';
  readonly UNSUPPORTED_MEDIA_TYPE: 'BODY_COMPRESSED' | 'BODY_NOT_JSON' | 'BODY_NOT_UTF8';
  readonly TOO_MANY_REQUESTS: 'REQUEST_RATE' | 'RETRY_RATE';
  readonly INTERNAL_SERVER_ERROR: 'FILE_CHANGED' | 'QUOTE_NOT_CREATED' | 'UNEXPECTED' | 'VERIFICATION_NOT_CREATED';
}

/** Causes returned only to providers, never to partners. */
export type ProviderReason = 'SIGNATURE_INVALID' | 'TRANSACTION_OF_ANOTHER_PROVIDER' | 'VERIFICATION_NOT_FOUND';

/** An error code with several causes. */
export type AmbiguousCode = keyof ReasonsByCode;

/** Cause of an error, for a code with several causes. */
export type Reason = ReasonsByCode[AmbiguousCode];
