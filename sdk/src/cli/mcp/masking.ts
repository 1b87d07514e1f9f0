/** Text of records on its way to a model: secrets never, personal data on request, and no invisible characters. */
import { isRecord } from '../account/private-file.js';
import { SECRETS } from './document.js';

export const MASK = '(masked)';

/** Members whose text contains no personal data. The text of every other member is masked, also of members that a later version adds. */
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
/** The path of a link to our pages contains its token. The query of a webhook URL may contain one. */
const TOKEN_PATH = /(\/(?:pay|sign|verify)\/)[\w-]{16,}/g;
const QUERY = /(https?:\/\/[^\s?#"]+)\?[^\s#"]+/g;
/** Controls, marks of direction, tags and other characters that a reader does not see and a model does. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Masks a value of a response. @param name of the member that holds it */
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

/** Writes JSON for a model. Characters that cannot be seen stand as escapes. */
export function visibleJson(value: unknown): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replaceAll(INVISIBLE, (character) => character.split('').map(escaped).join(''));
}
