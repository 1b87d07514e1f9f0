/** Examples of malformed requests, as the service itself refuses them. */
import type * as z from 'zod/mini';
import type { EndpointRow } from '#shared/api/endpoints';
import { invalidInput, Problem } from '#shared/api/problems';
import type { EndpointDocs } from '#shared/http/docs';
import { invalidIfNoneMatch } from '#shared/http/entity-tag';
import { invalidIdempotencyKey } from '#shared/http/idempotency/idempotency-key';
import { parseInput, parseQuery } from '#shared/http/validation';
import { inlineSchema, isObject, readProperties } from './json-schema';

/** Text that most fields do not take, and what fields of any text do not take. */
const MALFORMED_TEXT = '?';
const NO_TEXT = 0;
/** A query parameter of no list. */
const UNKNOWN = 'page';

/**
 * Returns the refusal of the operation's example with one field malformed: of the body, else of the query, else of
 * the path, else of the idempotency key, else of the entity tag.
 * @throws Error for an operation that takes everything
 */
export function refusedInput(row: EndpointRow, { contract, example }: EndpointDocs): Problem {
  const refusal =
    refusedField(contract.body, example.body, [MALFORMED_TEXT, NO_TEXT]) ??
    refusedField(contract.query, example.query, [MALFORMED_TEXT]) ??
    refusedName(contract.query) ??
    refusedField(contract.params, example.path, [MALFORMED_TEXT]) ??
    (row.idempotent ? invalidIdempotencyKey() : undefined) ??
    (contract.tagged === true ? invalidIfNoneMatch() : undefined);
  if (refusal === undefined) throw new Error(`${row.id}: no input of it is refused`);
  return refusal;
}

function refusedField(
  schema: z.ZodMiniType | undefined,
  example: unknown,
  malformed: readonly unknown[],
): Problem | undefined {
  if (schema === undefined) return undefined;
  const given = isObject(example) ? example : {};
  const fields = [...new Set([...Object.keys(given), ...Object.keys(readProperties(inlineSchema(schema)))])];
  for (const value of malformed)
    for (const field of fields) {
      const refusal = refusalOf(() => parseInput(schema, { ...given, [field]: value }));
      const [error, second] = refusal?.details.errors ?? [];
      if (error?.field === field && second === undefined && error.message !== 'Is not valid') return refusal;
    }
  return undefined;
}

/** Refuses an unknown parameter, for a list without parameters of its own. */
function refusedName(schema: z.ZodMiniType | undefined): Problem | undefined {
  if (schema === undefined) return undefined;
  return refusalOf(() =>
    parseQuery(schema, { queryStringParameters: { [UNKNOWN]: '1' }, multiValueQueryStringParameters: null }),
  );
}

function refusalOf(parse: () => unknown): Problem | undefined {
  try {
    parse();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return invalidInput(error.details.errors ?? []);
    throw error;
  }
}
