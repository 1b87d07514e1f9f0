/** Checks that each acknowledged creation exists once, each idempotency key creates one transaction, and a quote is used once. */
import * as z from 'zod/mini';
import type { StoredRecord } from '#shared/dynamodb/table';
import { type Evidence, groupBy, ofEntity } from './evidence';

const created = z.object({ data: z.object({ id: z.string() }) });

export function creationViolations({ items, orders, contradictions }: Evidence): string[] {
  const stored = groupBy(ofEntity(items, 'TX'), ({ id }) => String(id));
  const made = orders.filter(({ acknowledged }) => acknowledged?.status === 201);
  const ids = made.map(({ acknowledged }) => created.parse(JSON.parse(acknowledged?.text ?? '')).data.id);
  const acknowledged = new Set(ids);
  return [
    ...contradictions.map((line) => `a repeated request got another response: ${line}`),
    ...made.flatMap(({ key }, index) =>
      stored.get(ids[index] ?? '')?.length === 1
        ? []
        : [`${key} was acknowledged as ${ids[index]}, which is not stored`],
    ),
    ...(acknowledged.size === ids.length ? [] : ['two orders were acknowledged with one transaction']),
    ...[...stored.keys()].flatMap((id) => (acknowledged.has(id) ? [] : [`transaction ${id} is of no order`])),
    ...quoteViolations(items),
  ];
}

function quoteViolations(items: readonly StoredRecord[]): string[] {
  const users = groupBy(
    ofEntity(items, 'TX').filter(({ quoteId }) => quoteId !== undefined && quoteId !== null),
    ({ quoteId }) => String(quoteId),
  );
  const usedBy = new Map(ofEntity(items, 'QUOTE').map((quote) => [String(quote.id), quote.usedBy]));
  return [
    ...[...users].flatMap(([quoteId, [first, second]]) => {
      if (second !== undefined) return [`quote ${quoteId} was used twice`];
      return usedBy.get(quoteId) === first?.id ? [] : [`quote ${quoteId} does not name its transaction`];
    }),
    ...[...usedBy].flatMap(([quoteId, transactionId]) =>
      transactionId === undefined || users.has(quoteId) ? [] : [`quote ${quoteId} is used by no transaction`],
    ),
  ];
}
