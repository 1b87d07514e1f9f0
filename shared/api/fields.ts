/** Request fields used by several API contracts. */
import * as z from 'zod/mini';
import { isCalendarDay, parseInstantMs } from '#shared/values/calendar/calendar-day';
import { codePoints, findUnshownCharacter } from '#shared/values/document-characters';
import { isEmail } from '#shared/values/email';
import { isUuid } from '#shared/values/ids';
import { blockchains, fiatCurrencies, tokenSymbols } from '#shared/values/money/currency';
import { isBlank, PRINTABLE, VISIBLE_TEXT } from '#shared/values/printable-text';
import { premium } from './number-fields';

/** A UUID of any version (8-4-4-4-12 hexadecimal digits). */
export const uuid = z.string().check(z.toLowerCase(), z.refine(isUuid, 'Must be a UUID'));

export const fiatCurrency = z.enum(fiatCurrencies);

export const tokenSymbol = z.enum(tokenSymbols);

export const blockchain = z.enum(blockchains);

/** Maximum length of a text field. All fields of a record together stay far below the 400 KB limit of a DynamoDB item. */
const MAX_CHARACTERS = 1000;

/** Refuses control characters and characters that change the writing direction. */
export const printable = z.regex(PRINTABLE, 'Must not contain control or direction characters');

/**
 * Required text that people read: names, references, account numbers. Blank text counts as missing. Control characters and
 * characters that change the writing direction are refused.
 */
export const text = z.string().check(
  z.minLength(1),
  z.maxLength(MAX_CHARACTERS),
  printable,
  z.refine((value) => value === '' || !isBlank(value), 'Must not be empty'),
);

/** Adds to the JSON Schema of `text` a rule that the code checks: at least one visible character. */
export function requireVisibleText(jsonSchema: { minLength?: unknown; pattern?: unknown }): void {
  if (jsonSchema.minLength === 1 && jsonSchema.pattern === PRINTABLE.source) jsonSchema.pattern = VISIBLE_TEXT.source;
}

/** Rule for names that PDF documents show: input with a character that the documents cannot show is refused. */
const shownInDocuments = {
  holds: (value: string) => findUnshownCharacter(value) === undefined,
  message: (value: string) => {
    const character = findUnshownCharacter(value) ?? '';
    return `Must not contain ${character} (${codePoints(character)}), which documents cannot show`;
  },
};

/** Name of a person or business, as shown in PDF documents. @param max maximum length in UTF-16 code units */
export function nameText(max = MAX_CHARACTERS) {
  const { holds, message } = shownInDocuments;
  return text.check(z.maxLength(max), z.refine(holds, { error: ({ input }) => message(String(input)) }));
}

/** Optional variant of `nameText`: blank text counts as absent. */
export const optionalName = (max: number) => optionalText(max, shownInDocuments);

/** Rule that a text must meet in addition to the rules of `text`. */
interface TextRule {
  readonly holds: (value: string) => boolean;
  readonly message: string | ((value: string) => string);
}

/** Optional text that people read: blank text counts as absent; other rules are those of `text`. */
export function optionalText(max = MAX_CHARACTERS, rule?: TextRule) {
  const given = z.string().check(
    z.maxLength(max),
    printable,
    z.refine((value) => isBlank(value) || (rule?.holds(value) ?? true), {
      error: ({ input }) => (typeof rule?.message === 'function' ? rule.message(String(input)) : rule?.message),
    }),
  );
  return z.optional(
    z.pipe(
      given,
      z.transform((value: string) => (isBlank(value) ? undefined : value)),
    ),
  );
}

/** An e-mail address. */
export const email = z.string().check(z.maxLength(254), z.refine(isEmail, 'Must be an e-mail address'));

/** Text for an e-mail address. The format is checked later, because a malformed address has a separate error code. */
export const emailText = z.string().check(z.minLength(1), z.maxLength(MAX_CHARACTERS));

/**
 * Text for a URL, up to 4096 characters because pre-signed URLs are long. The format is checked later, because a malformed URL
 * has a separate error code.
 */
export const urlText = z.string().check(z.minLength(1), z.maxLength(4096));

/** A fraction from 0 (0.01 is 1 %) with at most 6 decimals. The partner's agreement sets the maximum. */
export const premiumSpread = z.optional(premium);

/** An id in a path, converted to lower case like stored ids. A malformed id is handled as unknown, not as invalid input. */
export const anyId = z.string().check(z.toLowerCase());

/** Path parameters. `idPath` is for quotes, transactions, webhook endpoints and notifications. */
export const idPath = z.object({ id: anyId });
export const userPath = z.object({ userId: uuid });
export const personPath = z.object({ userId: uuid, personId: anyId });
export const receiverPath = z.object({ receiverId: anyId });

/** Parses the digits of a query parameter as a whole number within a range. */
function wholeNumberText(from: number, to: number) {
  return z.pipe(
    z.string().check(z.regex(/^(?:0|[1-9][0-9]{0,15})$/, `Must be a whole number from ${from} to ${to}`)),
    z.pipe(
      z.transform((digits: string) => Number(digits)),
      z.number().check(z.minimum(from, `Must be at least ${from}`), z.maximum(to, `Must be at most ${to}`)),
    ),
  );
}

/** Paging parameters of every list: `skip`, `limit`, `cursor`, `sortBy`, `sortOrder`. */
export const paging = {
  skip: z.optional(wholeNumberText(0, Number.MAX_SAFE_INTEGER)),
  limit: z.optional(wholeNumberText(1, 100)),
  cursor: z.optional(z.string().check(z.maxLength(200))),
  sortBy: z.optional(z.literal('createdAt')),
  sortOrder: z.optional(z.string().check(z.regex(/^(asc|desc)$/i, 'Must be asc or desc'))),
};

/**
 * Query of a list: paging parameters and filters. Unknown names are refused, because a misspelled filter would return the whole
 * list (contract, Requests).
 */
export function listQuery<Filters extends z.core.$ZodShape>(filters: Filters) {
  return z.strictObject({ ...paging, ...filters });
}

/** Query of a list without paging: accepts no parameters. */
export const noQuery = z.strictObject({});

/** Two-letter country code. Checks only the format. */
export const alpha2 = z.string().check(z.regex(/^[A-Z]{2}$/, 'Must be an ISO 3166-1 alpha-2 code'), z.maxLength(2));

/** A calendar date. */
export const date = z.string().check(z.refine(isCalendarDay, 'Must be a date (YYYY-MM-DD)'));

/** An ISO 8601 date-time, converted to epoch ms. A date without time means its start in UTC. */
export const instant = z.pipe(
  z.string().check(z.refine((value) => parseInstantMs(value) !== undefined, 'Must be an ISO 8601 date-time')),
  z.transform((value: string) => parseInstantMs(value) ?? 0),
);
