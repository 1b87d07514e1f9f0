/**
 * Reads the permissions that requests to DynamoDB need, with the condition keys of the service:
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html
 */
import * as z from 'zod/mini';
import type { TableProperties } from '#local/engines/dynamodb/table';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '#local/engines/local-cloud';
import { attributesIn, equalTo } from '#local/recording/expression-names';
import type { IamRequest } from '#local/recording/iam-request';

/** Names of partition keys: of a table by the table's name, of an index by `<table>/index/<index>`. */
export type PartitionKeys = ReadonlyMap<string, string>;

/** Stands for the moment at which a stream was made, in its ARN. */
export const STREAM_LABEL = '2026-01-01T00:00:00.000';

/** The partition keys of a table and of its indexes. */
export function partitionKeys(table: string, { KeySchema, GlobalSecondaryIndexes = [] }: TableProperties) {
  const targets = [{ target: table, KeySchema }].concat(
    GlobalSecondaryIndexes.map(({ IndexName, KeySchema }) => ({ target: `${table}/index/${IndexName}`, KeySchema })),
  );
  return targets.flatMap(({ target, KeySchema: elements }) =>
    elements.flatMap(({ AttributeName, KeyType }) => (KeyType === 'HASH' ? [[target, AttributeName] as const] : [])),
  );
}

export function tableArn(name: string): string {
  return `arn:aws:dynamodb:${LOCAL_REGION}:${LOCAL_ACCOUNT}:table/${name}`;
}

const text = z.string();
const names = z.optional(z.record(text, text));
const attributes = z.record(text, z.unknown());

const onOneTarget = z.object({
  TableName: text,
  IndexName: z.optional(text),
  Key: z.optional(attributes),
  Item: z.optional(attributes),
  KeyConditionExpression: z.optional(text),
  FilterExpression: z.optional(text),
  ProjectionExpression: z.optional(text),
  ConditionExpression: z.optional(text),
  UpdateExpression: z.optional(text),
  ExpressionAttributeNames: names,
  ExpressionAttributeValues: z.optional(attributes),
  Select: z.optional(text),
  ReturnValues: z.optional(text),
  ReturnConsumedCapacity: z.optional(text),
});
const batchGet = z.object({
  RequestItems: z.record(
    text,
    z.object({
      Keys: z.array(attributes),
      ProjectionExpression: z.optional(text),
      ExpressionAttributeNames: names,
    }),
  ),
});
const part = z.optional(onOneTarget);
const transaction = z.object({
  TransactItems: z.array(z.object({ Put: part, Update: part, Delete: part, ConditionCheck: part })),
});
const stringValue = z.object({ S: text });

type OneTarget = z.infer<typeof onOneTarget>;

/** A request before its context is written out. */
interface Access {
  readonly action: string;
  readonly table: string;
  readonly index?: string | undefined;
  readonly leadingKeys: readonly string[];
  readonly attributes: readonly string[];
  readonly others: Readonly<Record<string, string | undefined>>;
}

/** @param operation e.g. `TransactWriteItems` */
export function tableRequests(operation: string, input: unknown, partitionKeys: PartitionKeys): IamRequest[] {
  switch (operation) {
    case 'BatchGetItem':
      return Object.entries(batchGet.parse(input).RequestItems).map(([table, asked]) => {
        const key = keyOf(table, partitionKeys);
        const projected = attributesIn([asked.ProjectionExpression], asked.ExpressionAttributeNames);
        return toRequest({
          action: 'BatchGetItem',
          table,
          leadingKeys: asked.Keys.flatMap((item) => textValue(item[key])),
          attributes: [...asked.Keys.flatMap((item) => Object.keys(item)), ...projected],
          others: { 'dynamodb:Select': selected(asked) },
        });
      });
    case 'TransactWriteItems':
      return transactionRequests(transaction.parse(input), partitionKeys);
    case 'GetItem':
    case 'Query':
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return [toRequest(accessOf(operation, onOneTarget.parse(input), partitionKeys))];
    default: {
      // No function asks for anything else; what does is named all the same, and found to be denied.
      const { data } = z.object({ TableName: text }).safeParse(input);
      return [{ action: `dynamodb:${operation}`, resource: tableArn(data?.TableName ?? '*'), context: {} }];
    }
  }
}

/** Builds the request of Lambda for a table's stream in a function's name. Iterators do not name their stream. */
export function streamRequest(operation: string, tableName: string): IamRequest {
  const resource = operation === 'ListStreams' ? '*' : `${tableArn(tableName)}/stream/${STREAM_LABEL}`;
  return { action: `dynamodb:${operation}`, resource, context: {} };
}

/**
 * Each part of a transaction, in two readings: with its own keys and attributes, and with those of all parts. AWS does
 * not say which of the two a condition sees, so both have to be allowed.
 */
function transactionRequests(
  { TransactItems: parts }: z.infer<typeof transaction>,
  partitionKeys: PartitionKeys,
): IamRequest[] {
  const accesses = parts.flatMap(({ Put, Update, Delete, ConditionCheck }) => {
    const named = { PutItem: Put, UpdateItem: Update, DeleteItem: Delete, ConditionCheckItem: ConditionCheck };
    return Object.entries(named).flatMap(([action, target]) => {
      if (target === undefined) return [];
      const access = accessOf(action, target, partitionKeys);
      // A check exists in transactions alone, so IAM has no condition key for it.
      if (action === 'ConditionCheckItem') return access;
      return { ...access, others: { ...access.others, 'dynamodb:EnclosingOperation': 'TransactWriteItems' } };
    });
  });
  const leadingKeys = accesses.flatMap((access) => access.leadingKeys);
  const attributes = accesses.flatMap((access) => access.attributes);
  return accesses.flatMap((access) => [toRequest(access), toRequest({ ...access, leadingKeys, attributes })]);
}

function accessOf(action: string, target: OneTarget, partitionKeys: PartitionKeys): Access {
  const { TableName: table, IndexName: index, ExpressionAttributeNames: placeholders } = target;
  const key = keyOf(index === undefined ? table : `${table}/index/${index}`, partitionKeys);
  const item = { ...target.Item, ...target.Key };
  const condition = target.KeyConditionExpression ?? '';
  const partition = target.ExpressionAttributeValues?.[equalTo(key, condition, placeholders) ?? ''];
  const expressions = [
    target.KeyConditionExpression,
    target.FilterExpression,
    target.ProjectionExpression,
    target.ConditionExpression,
    target.UpdateExpression,
  ];
  return {
    action,
    table,
    index,
    leadingKeys: textValue(item[key] ?? partition),
    attributes: [...Object.keys(item), ...attributesIn(expressions, placeholders)],
    others: {
      'dynamodb:Select': action === 'GetItem' || action === 'Query' ? selected(target) : undefined,
      'dynamodb:ReturnValues': target.ReturnValues,
      'dynamodb:ReturnConsumedCapacity': target.ReturnConsumedCapacity,
    },
  };
}

function toRequest({ action, table, index, leadingKeys, attributes, others }: Access): IamRequest {
  const given = Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return {
    action: `dynamodb:${action}`,
    resource: `${tableArn(table)}${index === undefined ? '' : `/index/${index}`}`,
    context: {
      'dynamodb:LeadingKeys': distinct(leadingKeys),
      'dynamodb:Attributes': distinct(attributes),
      ...Object.fromEntries(given),
    },
  };
}

function selected({ Select, IndexName, ProjectionExpression }: Partial<OneTarget>): string {
  if (Select !== undefined) return Select;
  if (ProjectionExpression !== undefined) return 'SPECIFIC_ATTRIBUTES';
  return IndexName === undefined ? 'ALL_ATTRIBUTES' : 'ALL_PROJECTED_ATTRIBUTES';
}

function keyOf(target: string, partitionKeys: PartitionKeys): string {
  const key = partitionKeys.get(target);
  if (key === undefined) throw new Error(`The partition key of ${target} is not known`);
  return key;
}

/** The text that an attribute holds, where it is one. */
function textValue(attribute: unknown): string[] {
  const { data } = stringValue.safeParse(attribute);
  return data === undefined ? [] : [data.S];
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted();
}
