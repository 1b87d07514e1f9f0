import * as z from 'zod/mini';
import { isObject, parseJsonObject } from '#local/template/json';

/** `FilterCriteria` of an event source mapping: a record passes if any one of the filters matches. */
export interface FilterCriteria {
  readonly Filters: readonly { readonly Pattern: string }[];
}

/** Returns true if a record passes, as the function gets it. */
export type RecordFilter = (record: unknown) => boolean;

const texts = z
  .array(z.union([z.string(), z.strictObject({ prefix: z.string() })]))
  .check(z.minLength(1), z.maxLength(100));
/** Attributes that are texts, by name: numbers are texts on the stream too, and are compared as such. */
const attributes = z
  .record(z.string(), z.strictObject({ S: texts }))
  .check(z.refine((one) => Object.keys(one).length > 0));

/**
 * The part of filter patterns that the templates use: attributes of the keys and of the new image that equal a text or begin with one. A
 * mapping of a DynamoDB stream filters on the key `dynamodb` alone:
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb-filtering.html
 */
const pattern = z.strictObject({
  dynamodb: z
    .strictObject({ Keys: z.exactOptional(attributes), NewImage: z.exactOptional(attributes) })
    .check(z.refine((parts) => Object.keys(parts).length > 0)),
});

/** Returns true if a text is a pattern that runs here. */
export function isStreamFilter(text: string): boolean {
  return pattern.safeParse(parseJsonObject(text)).success;
}

/** Filter of a stream mapping. @throws Error for a pattern that does not run here */
export function compileStreamFilter({ Filters }: FilterCriteria): RecordFilter {
  const patterns = Filters.map(({ Pattern }) => {
    if (!isStreamFilter(Pattern)) throw new Error(`The filter ${Pattern} does not run on the local stack`);
    return pattern.parse(parseJsonObject(Pattern)).dynamodb;
  });
  return (record) =>
    patterns.some((wanted) =>
      Object.entries(wanted).every(([part, attributes]) =>
        Object.entries(attributes).every(([name, { S }]) => {
          const value = at(record, ['dynamodb', part, name, 'S']);
          return typeof value === 'string' && S.some((test) => fits(value, test));
        }),
      ),
    );
}

function fits(value: string, test: string | { readonly prefix: string }): boolean {
  return typeof test === 'string' ? value === test : value.startsWith(test.prefix);
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}
