import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { encodeQuote } from '#shared/data/items/quote';
import { quoteKey } from '#shared/data/keys';
import { documents, tableName, type WriteAction } from '#shared/data/table';
import type { Quote } from '#shared/domain/quotes/quote';

export async function saveQuote(quote: Quote): Promise<void> {
  await documents().send(
    new PutCommand({
      TableName: tableName(),
      Item: encodeQuote(quote),
      ConditionExpression: 'attribute_not_exists(PK)',
    }),
  );
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
