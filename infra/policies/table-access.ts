import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { TableAction } from '#shared/contract/endpoints';

/** The table and the key that encrypts it: a user of the table needs both. */
export interface EncryptedTable {
  readonly table: ITableV2;
  readonly recordsKey: IKey;
}

/** The attributes by which the day of a key's last use is noted (shared/partners/api-keys/repository.ts), its own key among them. */
export const KEY_USE_ATTRIBUTES = ['PK', 'SK', 'lastUsedOn'];

/** The actions that change an item. */
const WRITES: readonly TableAction[] = ['PutItem', 'UpdateItem', 'DeleteItem'];

// DynamoDB uses the table's key with the caller's permissions, and asks for these.
const READ_KEY = ['kms:Decrypt', 'kms:DescribeKey'];
const WRITE_KEY = [
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];

/** Returns statements that allow the actions of a row on the table, not on its index, with the key conditions. */
export function tableStatements(
  { table, recordsKey }: EncryptedTable,
  actions: readonly TableAction[],
): PolicyStatement[] {
  if (actions.length === 0) return [];
  const writes = actions.some((action) => WRITES.includes(action));
  return [
    new PolicyStatement({
      actions: actions.map((action) => `dynamodb:${action}`),
      resources: [table.tableArn],
    }),
    new PolicyStatement({
      actions: writes ? [...READ_KEY, ...WRITE_KEY] : READ_KEY,
      resources: [recordsKey.keyArn],
    }),
  ];
}

/**
 * Allows what every endpoint writes for a caller with a key, whatever else it may do: the day of the key's last use, and
 * the partner's request rate. These items alone, by their partition, and of a key that attribute alone: an update
 * makes an item if there is none, and without a partner in it none is a key.
 */
export function callerStatements({ table, recordsKey }: EncryptedTable): PolicyStatement[] {
  const update = (partition: string, attributes?: readonly string[]) =>
    new PolicyStatement({
      actions: ['dynamodb:UpdateItem'],
      resources: [table.tableArn],
      conditions: {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [partition] },
        ...(attributes && {
          'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
          // A response with the whole item would read the other attributes.
          StringEqualsIfExists: { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'] },
        }),
        // "All values" holds of a request without any.
        Null: {
          'dynamodb:LeadingKeys': 'false',
          ...(attributes && { 'dynamodb:Attributes': 'false' }),
        },
      },
    });
  return [
    update('KEY#*', KEY_USE_ATTRIBUTES),
    update('RATE#*'),
    new PolicyStatement({ actions: WRITE_KEY, resources: [recordsKey.keyArn] }),
  ];
}

/** Queries of one index of the table. The caller's table access brings the use of the key. */
export function indexStatement({ table }: EncryptedTable, indexName: string): PolicyStatement {
  return new PolicyStatement({
    actions: ['dynamodb:Query'],
    resources: [`${table.tableArn}/index/${indexName}`],
  });
}

/** Allows Lambda to read the table's stream for a function. @throws Error if the table has no stream. */
export function streamStatements({ table, recordsKey }: EncryptedTable): PolicyStatement[] {
  if (table.tableStreamArn === undefined) throw new Error('The table has no stream');
  return [
    new PolicyStatement({
      actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
      resources: [table.tableStreamArn],
    }),
    // The action takes no resource: it lists stream names and reads nothing.
    new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: ['*'] }),
    new PolicyStatement({ actions: ['kms:Decrypt'], resources: [recordsKey.keyArn] }),
  ];
}
