/** Puts a table in memory in the place of DynamoDB, behind the document client of the service. */
import { DynamoDBClient, type TransactWriteItem } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  DeleteCommand,
  type DeleteCommandInput,
  DynamoDBDocumentClient,
  GetCommand,
  type GetCommandInput,
  PutCommand,
  type PutCommandInput,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import type { Faults } from '../faults';
import type { Item } from './errors';
import type { MemoryTable } from './memory-table';

/** The calls of the table, by the names of its interface. */
export type TableOperation =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'TransactWriteItems';

export interface TableCall {
  readonly operation: TableOperation;
  /** Partition of the item, of a call for one. */
  readonly partition: string | undefined;
}

type Values = Record<string, unknown>;
type TransactAction = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** As the service's own document client has it. */
const toItem = (values: Values = {}): Item => marshall(values, { removeUndefinedValues: true });
const toValues = (item: Item): Values => unmarshall(item);

interface WithValues {
  readonly ExpressionAttributeValues?: Values | undefined;
}

/** The values of a request's expressions. */
const expressionValues = ({ ExpressionAttributeValues: values }: WithValues) =>
  values === undefined ? {} : { ExpressionAttributeValues: toItem(values) };

const withItem = <Input extends WithValues & { readonly Item: Values | undefined }>(input: Input) => ({
  ...input,
  Item: toItem(input.Item),
  ...expressionValues(input),
});
const withKey = <Input extends WithValues & { readonly Key: Values | undefined }>(input: Input) => ({
  ...input,
  Key: toItem(input.Key),
  ...expressionValues(input),
});

const toOutput = ({ Attributes }: { readonly Attributes?: Item }) =>
  Attributes === undefined ? {} : { Attributes: toValues(Attributes) };

function toTransactItem({ Put, Update, Delete, ConditionCheck, ...others }: TransactAction): TransactWriteItem {
  return {
    ...others,
    ...(Put === undefined ? {} : { Put: withItem(Put) }),
    ...(Update === undefined ? {} : { Update: withKey(Update) }),
    ...(Delete === undefined ? {} : { Delete: withKey(Delete) }),
    ...(ConditionCheck === undefined ? {} : { ConditionCheck: withKey(ConditionCheck) }),
  };
}

function batchGet(table: MemoryTable, { RequestItems = {}, ...input }: BatchGetCommandInput) {
  const asked = Object.entries(RequestItems).map(([name, { Keys = [], ...terms }]) => [
    name,
    { ...terms, Keys: Keys.map(toItem) },
  ]);
  const { Responses, ...output } = table.batchGet({ ...input, RequestItems: Object.fromEntries(asked) });
  const found = Object.entries(Responses).map(([name, items]) => [name, items.map(toValues)]);
  return { ...output, Responses: Object.fromEntries(found) };
}

function query(table: MemoryTable, input: QueryCommandInput) {
  const { ExclusiveStartKey: start, ...others } = input;
  const { Items, LastEvaluatedKey, ...counts } = table.query({
    ...others,
    ...expressionValues(input),
    ...(start === undefined ? {} : { ExclusiveStartKey: toItem(start) }),
  });
  return {
    ...counts,
    ...(Items === undefined ? {} : { Items: Items.map(toValues) }),
    ...(LastEvaluatedKey === undefined ? {} : { LastEvaluatedKey: toValues(LastEvaluatedKey) }),
  };
}

function notSimulated(): never {
  throw new Error('The memory table does not know this command');
}

/** Answers every command of the document client from the table, until it is restored. */
export function installTable(table: MemoryTable, faults: Faults<TableCall>): { readonly restore: () => void } {
  const plain = mockClient(DynamoDBClient);
  const client = mockClient(DynamoDBDocumentClient);
  for (const mock of [plain, client]) mock.onAnyCommand().callsFake(notSimulated);
  const run = <Answer>(operation: TableOperation, item: Values | undefined, work: () => Answer) =>
    faults.run({ operation, partition: typeof item?.PK === 'string' ? item.PK : undefined }, work);

  client.on(GetCommand).callsFake((input: GetCommandInput) =>
    run('GetItem', input.Key, () => {
      const { Item } = table.get({ ...input, Key: toItem(input.Key) });
      return Item === undefined ? {} : { Item: toValues(Item) };
    }),
  );
  client
    .on(BatchGetCommand)
    .callsFake((input: BatchGetCommandInput) => run('BatchGetItem', undefined, () => batchGet(table, input)));
  client.on(QueryCommand).callsFake((input: QueryCommandInput) => run('Query', undefined, () => query(table, input)));
  client
    .on(PutCommand)
    .callsFake((input: PutCommandInput) => run('PutItem', input.Item, () => toOutput(table.put(withItem(input)))));
  client
    .on(UpdateCommand)
    .callsFake((input: UpdateCommandInput) =>
      run('UpdateItem', input.Key, () => toOutput(table.update(withKey(input)))),
    );
  client
    .on(DeleteCommand)
    .callsFake((input: DeleteCommandInput) =>
      run('DeleteItem', input.Key, () => toOutput(table.delete(withKey(input)))),
    );
  client
    .on(TransactWriteCommand)
    .callsFake(({ TransactItems = [], ...input }: TransactWriteCommandInput) =>
      run('TransactWriteItems', undefined, () =>
        table.transactWrite({ ...input, TransactItems: TransactItems.map(toTransactItem) }),
      ),
    );
  return {
    restore() {
      plain.restore();
      client.restore();
    },
  };
}
