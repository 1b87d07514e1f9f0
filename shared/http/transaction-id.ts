import { isUuid } from '#shared/values/ids';
import type { Contract } from './contract';
import type { GatewayEvent } from './gateway-event';

/** Shapes of an answer that is a new transaction. */
const creationResponses: ReadonlySet<string> = new Set([
  'CrossRampTransaction',
  'OnRampTransaction',
  'OffRampTransaction',
]);

/**
 * The transaction that a request is about, for its log line: the one in its path, the one it names, or the one it
 * made. Text that is no id of ours is not logged.
 */
export function findTransactionId(
  contract: Contract,
  event: Pick<GatewayEvent, 'resource' | 'pathParameters'>,
  { body, answer }: { readonly body: unknown; readonly answer: string },
): string | undefined {
  const found = event.resource?.includes('/transactions/{id}')
    ? event.pathParameters?.id
    : (namedIn(body) ?? (creationResponses.has(contract.response) ? madeIn(answer) : undefined));
  return found !== undefined && isUuid(found) ? found.toLowerCase() : undefined;
}

function namedIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('transactionId' in body)) return undefined;
  return typeof body.transactionId === 'string' ? body.transactionId : undefined;
}

/** The first id in the answer's own text, which begins with the transaction's. */
function madeIn(answer: string): string | undefined {
  return /"id":"([0-9a-f-]{36})"/.exec(answer)?.[1];
}
