/** Helpers of the tests that compare the in-memory table with the DynamoDB engine. */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { describe } from 'vitest';
import { documentClient, tableName } from '#shared/dynamodb/table';
import { startedForTests } from '#test/support/started-for-tests';
import { startMemoryTable, startTable } from '#test/unit/delivery/table';

export type Terms<Input> = Omit<Input, 'TableName' | 'Item' | 'Key'>;
export type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
export type Values = Record<string, unknown>;

let number = 0;
/** Returns a new partition for each case. */
export const newPartition = () => `CASE#${++number}`;
export const key = (PK: string, SK = 'META') => ({ PK, SK });

/**
 * Returns the cancellation codes of a transaction, or the name of another error, with the items that DynamoDB returned. If the
 * request succeeds, returns its value.
 */
export async function failure(call: Promise<unknown>): Promise<unknown> {
  try {
    return { value: await call };
  } catch (error) {
    if (error instanceof TransactionCanceledException)
      return error.CancellationReasons?.map(({ Code, Item }) => (Item ? [Code, unmarshall(Item)] : Code));
    if (!(error instanceof Error)) throw error;
    const shown = 'Item' in error && error.Item !== undefined ? [unmarshall(Object(error.Item))] : [];
    return [error.name, ...shown];
  }
}

export const put = (Item: Values, terms: Terms<PutCommandInput> = {}) =>
  documentClient().send(new PutCommand({ TableName: tableName(), Item, ...terms }));
export const update = (Key: Values, UpdateExpression: string, terms: Terms<UpdateCommandInput> = {}) =>
  documentClient().send(new UpdateCommand({ TableName: tableName(), Key, UpdateExpression, ...terms }));
export const remove = (Key: Values, terms = {}) =>
  documentClient().send(new DeleteCommand({ TableName: tableName(), Key, ...terms }));
export const get = async (Key: Values) =>
  (await documentClient().send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }))).Item;
export const query = (terms: Omit<QueryCommandInput, 'TableName'>) =>
  documentClient().send(new QueryCommand({ TableName: tableName(), ...terms }));
export const transact = (TransactItems: Action[], ClientRequestToken?: string) =>
  documentClient().send(
    new TransactWriteCommand({ TransactItems, ...(ClientRequestToken === undefined ? {} : { ClientRequestToken }) }),
  );

export const condition = (ConditionExpression: string, values?: Values, names?: Record<string, string>) => ({
  ConditionExpression,
  ...(values === undefined ? {} : { ExpressionAttributeValues: values }),
  ...(names === undefined ? {} : { ExpressionAttributeNames: names }),
});
export const refused = ['ConditionalCheckFailedException'];
export const invalid = ['ValidationException'];

/** Runs test cases with the in-memory table, then with the DynamoDB engine. */
export function describeBothTables(cases: () => void): void {
  describe.each([
    { name: 'the table in memory', start: async () => startMemoryTable() },
    { name: 'the local engine', start: startTable },
  ])('$name', ({ start }) => {
    startedForTests<{ stop(): Promise<void> }>(start);
    cases();
  });
}
