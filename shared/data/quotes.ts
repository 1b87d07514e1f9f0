import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { decodeQuote, encodeQuote } from '#shared/data/items/quote';
import { quoteKey } from '#shared/data/keys';
import {
  documents,
  readItem,
  retryOnConflict,
  tableName,
  type WriteAction,
  writeAtomically,
} from '#shared/data/table';
import { knownForm } from '#shared/domain/ids';
import type { Quote } from '#shared/domain/quotes/quote';

/**
 * Puts a new quote on record. Its id is its own, so the write needs no condition, and one whose answer was lost may be
 * repeated.
 * @param alongside what else has to happen in the same write
 */
export async function saveQuote(quote: Quote, alongside: readonly WriteAction[] = []): Promise<void> {
  const put = { TableName: tableName(), Item: encodeQuote(quote) };
  if (alongside.length > 0) await writeAtomically([{ Put: put }, ...alongside]);
  else await retryOnConflict(() => documents().send(new PutCommand(put)));
}

/** A quote by id, of any partner. Text that is no id names none. */
export async function findQuote(quoteId: string): Promise<Quote | undefined> {
  const id = knownForm(quoteId);
  const raw = id === undefined ? undefined : await readItem(quoteKey(id));
  return raw === undefined ? undefined : decodeQuote(raw);
}

/** The action that spends a quote on a transaction; it fails when another one has spent it. */
export function spendQuote(quoteId: string, transactionId: string): WriteAction {
  return {
    Update: {
      TableName: tableName(),
      Key: { ...quoteKey(quoteId) },
      UpdateExpression: 'SET usedBy = :transaction',
      ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(usedBy)',
      ExpressionAttributeValues: { ':transaction': transactionId },
    },
  };
}
