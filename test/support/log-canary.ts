/** Checks the logs of every stack of a test when the stack stops. They must contain no personal data of tests and no secrets. */
import { observeBodies } from '#local/partner/api-client';

/** Fields with personal data, file URLs of a person, or secrets. */
const PERSONAL =
  /^(firstName|lastName|fullName|businessName|email|taxId|rfc|serialNumber|dateOfBirth|phoneNumber|documentIdentifier|accountIdentifier|iban|street|streetLine1|streetLine2|buildingNumber|zipCode|postalCode|walletAddress|destinationWalletAddress|primaryIdentifier|secondaryIdentifier|legalPersonName|nationalIdentifier|placeOfBirth|streetName|signingUrl|kycLink|kybLink|sessionUrl|secret|invoiceFile|reference|externalId|.*Url|url)$/;

/** Minimum length of a value that we search in logs: shorter values occur in unrelated words. */
const MIN_LENGTH = 3;

/** Matches short numbers. We do not search for them in logs, because they also occur as durations and counts. */
const SHORT_NUMBER = /^\d{1,5}$/;

const WORD = /[\p{L}\p{N}]+/gu;

const seen = new Set<string>();

/** Collects the personal values of a request or response. @param isPersonal true if all its texts are personal */
export function watch(value: unknown, isPersonal = false): void {
  if (Array.isArray(value)) {
    for (const one of value) watch(one, isPersonal);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && (isPersonal || PERSONAL.test(name)) && isTelling(inner.trim())) seen.add(inner);
    else watch(inner, isPersonal || name === 'metadata');
  }
}

observeBodies((body) => watch(body));

function isTelling(text: string): boolean {
  return text.length >= MIN_LENGTH && !SHORT_NUMBER.test(text);
}

/** Text patterns that no log line may contain. */
const FORMS: Readonly<Record<string, RegExp>> = {
  'an e-mail address': /[\w.+-]+@[\w-]+\.[\w.-]+/,
  'a URL with a query': /https?:\/\/[^\s"\\]+\?[^\s"\\]+/,
  'an API key': /ramp_(sbx|live)_/,
  'a webhook secret': /whsec_/,
  'a link to a person': /\/(sign|verify)\/[\w-]{43}/,
  // Does not match digits inside a hash, because bundle paths contain hashes.
  'a CLABE': /(?<![\da-f])\d{18}(?![\da-f])/,
};

/** Finds personal values and secrets in log lines. @returns the value or type of each leak, with its line */
export function leaksIn(text: string, values: Iterable<string> = seen): string[] {
  const lines = text.split('\n');
  const forms = Object.entries(FORMS)
    // Tests the whole text first, which is faster than line by line.
    .filter(([, form]) => form.test(text))
    .flatMap(([kind, form]) => lines.filter((line) => form.test(line)).map((line) => `${kind}: ${line}`));
  const words = new Set(text.match(WORD));
  const valueLeaks = [...values]
    .filter((value) => [value, escaped(value)].some((form) => mayHold(text, words, form)))
    .flatMap((value) => lines.filter((line) => holds(line, value)).map((line) => `"${value}": ${line}`));
  return [...forms, ...valueLeaks];
}

/** Returns false if a text cannot contain a value as whole words. For most values, this check avoids a search of the lines. */
function mayHold(text: string, words: ReadonlySet<string>, value: string): boolean {
  const [first] = value.match(WORD) ?? [];
  return (first === undefined || words.has(first)) && text.includes(value);
}

/** Returns true if a line contains a value as whole words: "Ana" does not match "management". */
function holds(line: string, value: string): boolean {
  return [value, escaped(value)].some((form) => {
    if (!line.includes(form)) return false;
    const pattern = form.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'u').test(line);
  });
}

function escaped(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

/** @throws Error if the log lines contain leaks; the message contains the first ten */
export function checkLog(lines: string): void {
  const leaks = leaksIn(lines);
  if (leaks.length > 0) throw new Error(`The log gives away:\n${leaks.slice(0, 10).join('\n')}`);
}

/** Returns all personal values that this process sent or received. */
export const watchedValues = (): readonly string[] => [...seen];
