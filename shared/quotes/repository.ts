import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { absent, allOf, itemExists } from '#shared/dynamodb/expressions';
import { quoteKey } from '#shared/dynamodb/keys';
import { documentClient, readRecord, tableName } from '#shared/dynamodb/table';
import { type PendingWrite, retryOnTransactionConflict, writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putItem, updateItem } from '#shared/dynamodb/writes';
import { normalizeId } from '#shared/values/ids';
import type { Quote } from './domain/quote';
import { decodeQuote, encodeQuote } from './item';

/**
 * Stores a new quote. The id is unique, so the write needs no condition and can be repeated after a lost response.
 * @param additionalWrites other writes of the same DynamoDB transaction
 */
export async function saveQuote(quote: Quote, additionalWrites: readonly PendingWrite[] = []): Promise<void> {
  const Item = encodeQuote(quote);
  if (additionalWrites.length > 0) await writeAtomically([putItem(Item), ...additionalWrites]);
  else await retryOnTransactionConflict(() => documentClient().send(new PutCommand({ TableName: tableName(), Item })));
}

/** Finds a quote of any partner by id. Returns `undefined` for a malformed or unknown id. */
export async function findQuote(quoteId: string): Promise<Quote | undefined> {
  const id = normalizeId(quoteId);
  return id === undefined ? undefined : readRecord(quoteKey(id), decodeQuote);
}

/** Builds the write that marks a quote as used. If another transaction used the quote, the write fails and returns the quote. */
export function spendQuote(quoteId: string, transactionId: string): PendingWrite {
  const condition = allOf(itemExists, absent('usedBy'));
  return updateItem(quoteKey(quoteId), { set: { usedBy: transactionId }, condition }, 'ALL_OLD');
}
