import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient, tableName } from '#shared/dynamodb/table';

/** Items of a BatchWriteItem at most, and calls at once that keep the engine busy. */
const BATCH = 25;
const WRITERS = 8;

/** Stores many items as they are. @throws Error when the engine does not accept a whole batch */
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
