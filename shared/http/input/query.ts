import * as z from 'zod/mini';
import type { FieldError } from '#shared/api/problems';
import type { GatewayEvent } from '#shared/http/gateway-event';
import { parseInput } from './validation';

/**
 * Checks the query of a request. Of a parameter that was given twice the gateway hands over one value: which of them
 * was meant is not guessed.
 * @throws Problem naming every wrong parameter
 */
export function parseQuery<T>(schema: z.ZodMiniType<T>, event: GatewayEvent): T {
  const given = event.queryStringParameters ?? {};
  return parseInput(schema, given, [...repeatedNames(schema, event), ...unknownNames(schema, given)]);
}

/** The parameters that a list does not know; other operations ignore them. */
function unknownNames(schema: z.ZodMiniType, given: object): FieldError[] {
  const issues = schema.safeParse(given).error?.issues ?? [];
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((field) => ({ field, message: 'Is not known here' })) : [],
  );
}

function repeatedNames(schema: z.ZodMiniType, event: GatewayEvent): FieldError[] {
  const known = schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [];
  const given = new Map(Object.entries(event.multiValueQueryStringParameters ?? {}));
  return known
    .filter((name) => (given.get(name)?.length ?? 0) > 1)
    .map((field) => ({ field, message: 'Must be given once' }));
}
