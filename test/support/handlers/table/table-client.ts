/** Executes the requests of the service's document client on the in-memory table, not in DynamoDB. */
import { DynamoDBClient, type TransactWriteItem } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  type GetCommandInput,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { Faults } from '../faults';
import { notSimulated, replaceSend } from '../replace-send';
import type { Item } from './errors';
import type { MemoryTable } from './memory-table';

/** Table operations by their API names. */
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
  /** Partition of the item, for a request about one item. */
  readonly partition: string | undefined;
}

type Values = Record<string, unknown>;
type TransactAction = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Converts values like the document client of the service. */
const toItem = (values: Values = {}): Item => marshall(values, { removeUndefinedValues: true });
const toValues = (item: Item): Values => unmarshall(item);

interface WithValues {
  readonly ExpressionAttributeValues?: Values | undefined;
}

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

function get(table: MemoryTable, input: GetCommandInput) {
  const { Item, ...cost } = table.get({ ...input, Key: toItem(input.Key) });
  return Item === undefined ? cost : { ...cost, Item: toValues(Item) };
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

/** A document client command with its table action. */
export interface TableCommand extends TableCall {
  /** Executes the command. @throws the error that DynamoDB would return */
  readonly act: (table: MemoryTable) => unknown;
}

/** @returns `undefined` for a command that the in-memory table does not support */
export function toTableCommand(command: unknown): TableCommand | undefined {
  const of = (operation: TableOperation, item: Values | undefined, act: (table: MemoryTable) => unknown) => ({
    ...{ operation, act },
    partition: typeof item?.PK === 'string' ? item.PK : undefined,
  });
  if (command instanceof GetCommand) return of('GetItem', command.input.Key, (table) => get(table, command.input));
  if (command instanceof BatchGetCommand)
    return of('BatchGetItem', undefined, (table) => batchGet(table, command.input));
  if (command instanceof QueryCommand) return of('Query', undefined, (table) => query(table, command.input));
  if (command instanceof PutCommand)
    return of('PutItem', command.input.Item, (table) => toOutput(table.put(withItem(command.input))));
  if (command instanceof UpdateCommand)
    return of('UpdateItem', command.input.Key, (table) => toOutput(table.update(withKey(command.input))));
  if (command instanceof DeleteCommand)
    return of('DeleteItem', command.input.Key, (table) => toOutput(table.delete(withKey(command.input))));
  if (command instanceof TransactWriteCommand) {
    const { TransactItems = [], ...input } = command.input;
    const request = { ...input, TransactItems: TransactItems.map(toTransactItem) };
    return of('TransactWriteItems', undefined, (table) => table.transactWrite(request));
  }
  return undefined;
}

/** Serves all document client commands from the table until `restore` is called. */
export function installTable(table: MemoryTable, faults: Faults<TableCall>): { readonly restore: () => void } {
  const respond = async (command: unknown): Promise<unknown> => {
    const known = toTableCommand(command);
    return known === undefined ? notSimulated(command) : faults.run(known, () => known.act(table));
  };
  const restores = [replaceSend(DynamoDBClient, notSimulated), replaceSend(DynamoDBDocumentClient, respond)];
  return {
    restore() {
      for (const restore of restores) restore();
    },
  };
}
