/** Number fields in requests. Queries and bodies both accept the JSON number format. */
import * as z from 'zod/mini';
import { decimalFromNumber } from '#shared/values/money/decimal';

/** Maximum decimals of a fraction. From the seventh decimal, JavaScript prints small numbers with an exponent, such as 1e-7. */
const FRACTION_DECIMALS = 6;

/** Maximum length of a number in a query. */
const MAX_CHARACTERS = 100;

/** JSON number format (RFC 8259, section 6). */
const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** Refuses numbers with more than `most` decimals. */
export function decimals(most: number) {
  return z.refine<number>(
    (value) => (decimalFromNumber(value)?.scale ?? 0) <= most,
    `Must have at most ${most} decimals`,
  );
}

/** A fiat amount. Decimals and range are checked later, because both depend on the currency. */
export const amount = z.number();

/** An amount of tokens. */
export const tokenAmount = z.number();

/** A fraction from 0 to 1. */
export const share = z.number().check(z.minimum(0), z.maximum(1), decimals(FRACTION_DECIMALS));

/** A fraction from 0 (0.01 is 1 %). The partner's agreement sets the maximum (specification, Quotes). */
export const premium = z.number().check(z.minimum(0), decimals(FRACTION_DECIMALS));

/** Parses a number in a query and checks it with the schema used for request bodies. */
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

/** Bounds of amount filters, within the number range that DynamoDB can compare. */
export const LISTED_AMOUNTS = { minimum: 0.000001, maximum: 1_000_000_000_000 };

/** An amount that filters a list. The bounds are the same for all currencies. */
export const listedAmountText = inQuery(
  z.number().check(z.minimum(LISTED_AMOUNTS.minimum), z.maximum(LISTED_AMOUNTS.maximum)),
);

/** A premium (fraction) in a query. */
export const premiumText = inQuery(premium);
