import { BatchGetCommand, DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { duePartition } from '#shared/dynamodb/keys';
import { failedEntry } from '#shared/dynamodb/look-ups';
import { dueStore } from '#shared/webhooks/redrive/repository';
import { notification } from './fakes';

const dynamodb = mockClient(DynamoDBDocumentClient);
beforeAll(() => {
  Object.assign(process.env, { TABLE_NAME: 'ramp', AWS_REGION: 'local' });
});
afterAll(() => dynamodb.restore());

it('leaves out what has left the partition since its entry was written', async () => {
  const pending = notification(1);
  const failed = notification(2, { status: 'FAILED', ...failedEntry(pending.id, pending.createdAt) });
  // The index lags: it still contains both items at their old due times.
  dynamodb.on(QueryCommand).resolves({ Items: [pending, failed].map(({ PK, SK }) => ({ PK, SK })) });
  dynamodb.on(BatchGetCommand).resolves({ Responses: { ramp: [pending, failed] } });
  const { items } = await dueStore.list(duePartition(pending.id), undefined, undefined);
  expect(items).toEqual([pending]);
});
