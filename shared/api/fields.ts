/** Request fields that several contracts share. */
import * as z from 'zod/mini';
import { isCalendarDay, parseInstantMs } from '#shared/values/calendar/calendar-day';
import { codePoints, findUnshownCharacter } from '#shared/values/document-characters';
import { isEmail } from '#shared/values/email';
import { isUuid } from '#shared/values/ids';
import { blockchains, fiatCurrencies, tokenSymbols } from '#shared/values/money/currency';
import { isBlank, PRINTABLE, VISIBLE_TEXT } from '#shared/values/printable-text';
import { premium } from './number-fields';

/** 8-4-4-4-12 hexadecimal, any version. */
export const uuid = z.string().check(z.toLowerCase(), z.refine(isUuid, 'Must be a UUID'));

export const fiatCurrency = z.enum(fiatCurrencies);

export const tokenSymbol = z.enum(tokenSymbols);

export const blockchain = z.enum(blockchains);

/** Longest text of a field: the fields of a record together stay far under an item's 400 KB. */
const MAX_CHARACTERS = 1000;

/** Refuses control characters and those that turn the direction of writing. */
export const printable = z.regex(PRINTABLE, 'Must not contain control or direction characters');

/**
 * Text that a person reads, where it is required: names, references, account numbers. Blank text is missing; control
 * characters and those that turn the direction of writing are refused.
 */
export const text = z.string().check(
  z.minLength(1),
  z.maxLength(MAX_CHARACTERS),
  printable,
  z.refine((value) => value === '' || !isBlank(value), 'Must not be empty'),
);

/** Adds to the JSON Schema of `text` the rule that it checks in code: at least one visible character. */
export function requireVisibleText(jsonSchema: { minLength?: unknown; pattern?: unknown }): void {
  if (jsonSchema.minLength === 1 && jsonSchema.pattern === PRINTABLE.source) jsonSchema.pattern = VISIBLE_TEXT.source;
}

/** The rule of names that stand in documents: a character that no document can show is refused where it is entered. */
const shownInDocuments = {
  holds: (value: string) => findUnshownCharacter(value) === undefined,
  message: (value: string) => {
    const character = findUnshownCharacter(value) ?? '';
    return `Must not contain ${character} (${codePoints(character)}), which documents cannot show`;
  },
};

/** The name of a person or a business, as documents print it. @param max longest text, in UTF-16 code units */
export function nameText(max = MAX_CHARACTERS) {
  const { holds, message } = shownInDocuments;
  return text.check(z.maxLength(max), z.refine(holds, { error: ({ input }) => message(String(input)) }));
}

/** The same for optional text: blank text counts as absent. */
export const optionalName = (max: number) => optionalText(max, shownInDocuments);

/** A rule that text keeps in addition to those of every text. */
interface TextRule {
  readonly holds: (value: string) => boolean;
  readonly message: string | ((value: string) => string);
}

/**
 * Text that a person reads, where it is optional: blank text counts as absent, and the rest is as in `text`.
 * @param max longest text, in UTF-16 code units
 * @param rule one more, asked of text that is not blank
 */
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

/** Text that may be an e-mail address; any other text has a separate error. */
export const emailText = z.string().check(z.minLength(1), z.maxLength(MAX_CHARACTERS));

/** Text that may be a URL; any other text has a separate error. Pre-signed ones are long. */
export const urlText = z.string().check(z.minLength(1), z.maxLength(4096));

/** A fraction from 0 (0.01 is 1 %) with at most 6 decimals; its ceiling is the partner's. */
export const premiumSpread = z.optional(premium);

/**
 * An id that is unknown when it has no id's form, rather than malformed. Letter case does not count: ids are stored in
 * lower case.
 */
export const anyId = z.string().check(z.toLowerCase());

/** Parameters of a path: of one record, of a user, of a person of a business, of a receiver. */
export const idPath = z.object({ id: anyId });
export const userPath = z.object({ userId: uuid });
export const personPath = z.object({ userId: uuid, personId: anyId });
export const receiverPath = z.object({ receiverId: anyId });

/** Digits of a query parameter as a whole number in a range. */
function wholeNumberText(from: number, to: number) {
  return z.pipe(
    z.string().check(z.regex(/^(?:0|[1-9][0-9]{0,15})$/, `Must be a whole number from ${from} to ${to}`)),
    z.pipe(
      z.transform((digits: string) => Number(digits)),
      z.number().check(z.minimum(from, `Must be at least ${from}`), z.maximum(to, `Must be at most ${to}`)),
    ),
  );
}

/** Paging of every list: `skip`, `limit`, `cursor`, `sortBy`, `sortOrder`. */
export const paging = {
  skip: z.optional(wholeNumberText(0, Number.MAX_SAFE_INTEGER)),
  limit: z.optional(wholeNumberText(1, 100)),
  cursor: z.optional(z.string().check(z.maxLength(200))),
  sortBy: z.optional(z.literal('createdAt')),
  sortOrder: z.optional(z.string().check(z.regex(/^(asc|desc)$/i, 'Must be asc or desc'))),
};

/**
 * The query of a list: its paging and its filters. A misspelt filter would list everything, so that names which are
 * not the list's are refused (contract, Requests).
 */
export function listQuery<Filters extends z.core.$ZodShape>(filters: Filters) {
  return z.strictObject({ ...paging, ...filters });
}

/** The query of a list that is shown whole. */
export const noQuery = z.strictObject({});

/** A country code by its form. */
export const alpha2 = z.string().check(z.regex(/^[A-Z]{2}$/, 'Must be an ISO 3166-1 alpha-2 code'), z.maxLength(2));

/** A calendar date. */
export const date = z.string().check(z.refine(isCalendarDay, 'Must be a date (YYYY-MM-DD)'));

/** An ISO 8601 instant, as epoch ms. A date alone is its start in UTC. */
export const instant = z.pipe(
  z.string().check(z.refine((value) => parseInstantMs(value) !== undefined, 'Must be an ISO 8601 date-time')),
  z.transform((value: string) => parseInstantMs(value) ?? 0),
);
