import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { TableAction } from '#shared/contract/endpoints';

/** The table and its encryption key. Access to the table requires permissions for both. */
export interface EncryptedTable {
  readonly table: ITableV2;
  readonly recordsKey: IKey;
}

/** Attributes of the update of an API key's last use, including the primary key (shared/partners/api-keys/repository.ts). */
export const KEY_USE_ATTRIBUTES = ['PK', 'SK', 'lastUsedOn'];

const WRITES: readonly TableAction[] = ['PutItem', 'UpdateItem', 'DeleteItem'];

// DynamoDB uses the table's KMS key with the permissions of the caller, and requires these actions.
const READ_KEY = ['kms:Decrypt', 'kms:DescribeKey'];
const WRITE_KEY = [
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];

/** Returns statements that allow `actions` on the table and the necessary use of its KMS key, but no queries of an index. */
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
 * Allows the two updates that every request with an API key causes: the key's last use and the partner's request rate. An update
 * can create an item for an unknown key, but the API accepts no key item without a partner.
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
          // A response with the whole item would expose the other attributes.
          StringEqualsIfExists: { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'] },
        }),
        // `ForAllValues` is also true for a request without values.
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

/**
 * Allows queries of one index of the table. The permission for the KMS key is missing here, because every function with access to
 * the table already has it.
 */
export function indexStatement({ table }: EncryptedTable, indexName: string): PolicyStatement {
  return new PolicyStatement({
    actions: ['dynamodb:Query'],
    resources: [`${table.tableArn}/index/${indexName}`],
  });
}

/** Allows Lambda to read the table's stream for a function. @throws Error if the table has no stream */
export function streamStatements({ table, recordsKey }: EncryptedTable): PolicyStatement[] {
  if (table.tableStreamArn === undefined) throw new Error('The table has no stream');
  return [
    new PolicyStatement({
      actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
      resources: [table.tableStreamArn],
    }),
    // IAM cannot limit `ListStreams` to a resource. `ListStreams` returns stream names and reads no records.
    new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: ['*'] }),
    new PolicyStatement({ actions: ['kms:Decrypt'], resources: [recordsKey.keyArn] }),
  ];
}
