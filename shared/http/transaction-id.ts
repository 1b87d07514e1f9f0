import { isUuid } from '#shared/values/ids';
import type { Contract } from './contract';
import type { GatewayEvent } from './gateway-event';

/** Responses that show a new transaction. */
const creationResponses: ReadonlySet<string> = new Set([
  'CrossRampTransaction',
  'OnRampTransaction',
  'OffRampTransaction',
]);

/**
 * Returns the transaction that a request is about, for its log line: the one in its path, or the one in its body.
 * A malformed id is not logged.
 */
export function findTransactionId(
  event: Pick<GatewayEvent, 'resource' | 'pathParameters'>,
  body: unknown,
): string | undefined {
  const found = event.resource?.includes('/transactions/{id}')
    ? event.pathParameters?.id
    : readText(body, 'transactionId');
  return found !== undefined && isUuid(found) ? found.toLowerCase() : undefined;
}

/** Returns the id of the transaction that a response shows as created, if it does. */
export function findCreatedId({ response }: Contract, data: unknown): string | undefined {
  return creationResponses.has(response) ? readText(data, 'id') : undefined;
}

function readText(from: unknown, name: string): string | undefined {
  if (typeof from !== 'object' || from === null) return undefined;
  const value: unknown = Reflect.get(from, name);
  return typeof value === 'string' ? value : undefined;
}
