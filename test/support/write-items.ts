import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient, tableName } from '#shared/dynamodb/table';

/** Maximum items of a BatchWriteItem, and number of parallel requests. */
const BATCH = 25;
const WRITERS = 8;

/** Stores many items unchanged. @throws Error if the engine does not accept a whole batch */
export async function writeItems(items: readonly Record<string, unknown>[]): Promise<void> {
  const TableName = tableName();
  let position = 0;
  const write = async () => {
    while (position < items.length) {
      const batch = items.slice(position, position + BATCH);
      position += BATCH;
      const requests = batch.map((Item) => ({ PutRequest: { Item } }));
      const response = await documentClient().send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
      if (Object.keys(response.UnprocessedItems ?? {}).length > 0) throw new Error('A batch was cut short');
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}
