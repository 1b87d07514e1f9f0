import * as z from 'zod/mini';
import { isObject, parseJsonObject } from '#local/template/json';

/** `FilterCriteria` of an event source mapping. A record passes if at least one filter matches. */
export interface FilterCriteria {
  readonly Filters: readonly { readonly Pattern: string }[];
}

/** Returns true if the function must receive the record. */
export type RecordFilter = (record: unknown) => boolean;

const texts = z
  .array(z.union([z.string(), z.strictObject({ prefix: z.string() })]))
  .check(z.minLength(1), z.maxLength(100));
/** Conditions on text attributes, by attribute name. */
const attributes = z
  .record(z.string(), z.strictObject({ S: texts }))
  .check(z.refine((one) => Object.keys(one).length > 0));

/**
 * The supported filter patterns. A mapping of a DynamoDB stream can filter only on the key `dynamodb`:
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb-filtering.html
 */
const pattern = z.strictObject({
  dynamodb: z
    .strictObject({ Keys: z.exactOptional(attributes), NewImage: z.exactOptional(attributes) })
    .check(z.refine((parts) => Object.keys(parts).length > 0)),
});

/** Returns true if the local stack supports the filter pattern. */
export function isStreamFilter(text: string): boolean {
  return pattern.safeParse(parseJsonObject(text)).success;
}

/** Returns the filter function of a stream mapping. @throws Error for an unsupported pattern */
export function compileStreamFilter({ Filters }: FilterCriteria): RecordFilter {
  const patterns = Filters.map(({ Pattern }) => {
    if (!isStreamFilter(Pattern)) throw new Error(`The local stack does not support the filter ${Pattern}`);
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
