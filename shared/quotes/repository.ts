import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { quoteKey } from '#shared/dynamodb/keys';
import { documentClient, readItem, tableName } from '#shared/dynamodb/table';
import { type PendingWrite, retryOnTransactionConflict, writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putItem, updateItem } from '#shared/dynamodb/writes';
import { normalizeId } from '#shared/values/ids';
import type { Quote } from './domain/quote';
import { decodeQuote, encodeQuote } from './item';

/**
 * Stores a new quote. Its id is its own, so the write needs no condition, and one whose answer was lost may be
 * repeated.
 * @param additionalWrites what else has to happen in the same write
 */
export async function saveQuote(quote: Quote, additionalWrites: readonly PendingWrite[] = []): Promise<void> {
  const Item = encodeQuote(quote);
  if (additionalWrites.length > 0) await writeAtomically([putItem(Item), ...additionalWrites]);
  else await retryOnTransactionConflict(() => documentClient().send(new PutCommand({ TableName: tableName(), Item })));
}

/** A quote by id, of any partner. Text that is no id names none. */
export async function findQuote(quoteId: string): Promise<Quote | undefined> {
  const id = normalizeId(quoteId);
  const raw = id === undefined ? undefined : await readItem(quoteKey(id));
  return raw === undefined ? undefined : decodeQuote(raw);
}

/** The action that uses a quote for a transaction; it fails when another transaction has used it. */
export function spendQuote(quoteId: string, transactionId: string): PendingWrite {
  return updateItem(quoteKey(quoteId), {
    UpdateExpression: 'SET usedBy = :transaction',
    ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(usedBy)',
    ExpressionAttributeValues: { ':transaction': transactionId },
  });
}
