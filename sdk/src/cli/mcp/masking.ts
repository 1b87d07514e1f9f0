/** Prepares text for an AI model: escapes invisible characters, masks secrets and, without `showsPersonal`, personal data. */
import { isRecord } from '../account/private-file.js';
import { SECRETS } from './document.js';

export const MASK = '(masked)';

/**
 * Names of fields that contain no personal data. In all other fields, also in fields of later API versions, text is masked unless
 * it is a UUID or a timestamp.
 */
const SHOWN: ReadonlySet<string> = new Set(
  `
    accountType actor allowedAddresses amount balance bankName blockchain blockchainSymbol businessDay
    cancellationReason cause code codes count countries country cryptoAmount currencies currency cutOff date days
    default deposits description docUrl documentType environment error errorCode event eventSource eventType
    eventTypes externalId externalUserId feeCurrency fees fiatAmount fiatCurrencies fiatCurrency field flow from
    health invoiceRequiredFor kind kycStatus lastError last4 latestErrorPayload limit message mode net
    nextCreatedFrom nextCursor outcome payeeCheck payouts period purpose rail rails rampType rate reason reasons
    receiptPath receiverType rejectionReasons relation requestedFields requestId required responseBody result
    returns role scope scopes side sourceAmount sourceCurrency status symbol targetAmount targetCountry
    targetCurrency targetRail targetRails text timeZone title to tokenSymbol transactionHash transactionType
    transactionTypes type url verificationStatus vmType warnings
  `.split(/\s+/),
);

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const SECRET = /\bramp_(?:sbx|live)_\w{8,}|\bwhsec_[\w+/=-]{8,}/g;
const EMAIL = /[^\s@"'<>(),;:]{1,64}@[^\s@"'<>(),;:]{1,255}/g;
/** Matches the token in the path of a link to our pages. `QUERY` matches a URL's query: a webhook URL can have a token there. */
const TOKEN_PATH = /(\/(?:pay|sign|verify)\/)[\w-]{16,}/g;
const QUERY = /(https?:\/\/[^\s?#"]+)\?[^\s#"]+/g;
/** Control characters, direction marks, Unicode tags and other characters that people do not see but an AI model reads. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * Masks secrets and personal data in a value of a response.
 * @param name name of the field that contains the value
 */
export function masked(value: unknown, showsPersonal: boolean, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => masked(one, showsPersonal, name));
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([member, one]) => [member, masked(one, showsPersonal, member)]),
    );
  if (name === 'pep' && !showsPersonal) return MASK;
  if (typeof value !== 'string') return value;
  if (SECRETS.includes(name)) return MASK;
  const text = value.replaceAll(SECRET, MASK);
  if (showsPersonal || UUID.test(text) || INSTANT.test(text)) return text;
  if (!SHOWN.has(name)) return MASK;
  return text.replaceAll(EMAIL, MASK).replaceAll(TOKEN_PATH, `$1${MASK}`).replaceAll(QUERY, `$1?${MASK}`);
}

/** Writes JSON for an AI model. Invisible characters become escapes. */
export function visibleJson(value: unknown): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replaceAll(INVISIBLE, (character) => character.split('').map(escaped).join(''));
}
