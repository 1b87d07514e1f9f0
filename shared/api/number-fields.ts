/** Numbers in requests. Queries and bodies accept the same grammar: the grammar of JSON. */
import * as z from 'zod/mini';
import { decimalFromNumber } from '#shared/values/money/decimal';

/** Digits after the point of a fraction of one. Numbers with as many are written without an exponent. */
const FRACTION_DECIMALS = 6;

/** The longest text of a number in a query. */
const MAX_CHARACTERS = 100;

/** The grammar of JSON numbers (RFC 8259, section 6). */
const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** Refuses more digits after the point than a value of its kind has. */
export function decimals(most: number) {
  return z.refine<number>(
    (value) => (decimalFromNumber(value)?.scale ?? 0) <= most,
    `Must have at most ${most} decimals`,
  );
}

/** A fiat amount. The use case checks its decimals and its range, because they depend on the currency. */
export const amount = z.number();

/** An amount of tokens. */
export const tokenAmount = z.number();

/** A share of one, from 0 to 1. */
export const share = z.number().check(z.minimum(0), z.maximum(1), decimals(FRACTION_DECIMALS));

/** A fraction from 0 (0.01 is 1 %); its ceiling is the partner's. Specification, Quotes. */
export const premium = z.number().check(z.minimum(0), decimals(FRACTION_DECIMALS));

/** The text of a number in a query, checked by the schema of that number in a body. */
export function inQuery(schema: z.ZodMiniType<number, number>) {
  const text = z.string().check(z.maxLength(MAX_CHARACTERS), z.regex(JSON_NUMBER, 'Must be a number'));
  return z.pipe(
    z.pipe(
      text,
      z.transform((digits: string) => Number(digits)),
    ),
    schema,
  );
}

/** A fiat amount in a query. */
export const amountText = inQuery(amount);

/** An amount of tokens in a query. */
export const tokenAmountText = inQuery(tokenAmount);

/** Bounds of amounts in filters: the table compares no larger and no smaller numbers. */
export const LISTED_AMOUNTS = { minimum: 0.000001, maximum: 1_000_000_000_000 };

/** An amount filter of a list, in any currency. */
export const listedAmountText = inQuery(
  z.number().check(z.minimum(LISTED_AMOUNTS.minimum), z.maximum(LISTED_AMOUNTS.maximum)),
);

/** A premium in a query. */
export const premiumText = inQuery(premium);
