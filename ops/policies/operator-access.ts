import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { StagePlace } from './freeze-access';

/**
 * Allows the verbs of the operator tool, except those of `stage` and `restore` (freeze-access.ts, restore-access.ts). Resources
 * are named by the stage: those names that are made at deployment begin with that of its stack. No statement lets
 * anyone lift the lock of a signed declaration (docs/adr/023), or write whose table it is and the copies of audit records. Audit records and
 * entries of the books are added, and neither updated nor deleted; who may only propose decides on no proposal (docs/adr/026).
 *
 * @param decides whether the role approves and rejects what others propose
 */
export function operatorStatements(
  { stage, partition, region, account }: StagePlace,
  decides = true,
): PolicyStatement[] {
  const arn = (service: string, resource: string) => `arn:${partition}:${service}:${region}:${account}:${resource}`;
  const stack = `PartnerRamp-${stage}`;
  // Names of buckets have no capitals.
  const bucket = `arn:${partition}:s3:::${stack.toLowerCase()}-*`;
  const allow = (sid: string, service: string, actions: readonly string[], resources: string[]) =>
    new PolicyStatement({ sid, actions: actions.map((action) => `${service}:${action}`), resources });
  return [
    allow(
      'FindStage',
      'cloudformation',
      ['DescribeStacks', 'ListStackResources', 'GetTemplate'],
      [arn('cloudformation', `stack/${stack}/*`), arn('cloudformation', `stack/${stack}-*/*`)],
    ),
    allow(
      'UseItems',
      'dynamodb',
      [
        'GetItem',
        'BatchGetItem',
        'Query',
        'PutItem',
        'UpdateItem',
        'DeleteItem',
        'ConditionCheckItem',
        'DescribeTable',
      ],
      [arn('dynamodb', `table/${stack}-*`)],
    ),
    denyWrites('KeepStageAndCopies', ['STAGE', 'AUDIT_COPY#*'], arn('dynamodb', `table/${stack}-*`)),
    denyChanges('KeepAudit', ['AUDIT#*', 'JOURNAL#*'], arn('dynamodb', `table/${stack}-*`)),
    ...(decides ? [] : [denyChanges('ProposeAlone', ['APPROVAL#*'], arn('dynamodb', `table/${stack}-*`))]),
    allow(
      'CountKeys',
      'dynamodb',
      ['UpdateContributorInsights', 'DescribeContributorInsights'],
      [arn('dynamodb', `table/${stack}-*`)],
    ),
    allow(
      'ReadCountedKeys',
      'cloudwatch',
      ['GetInsightRuleReport'],
      // The service names the rules of a table and of its index by the table.
      [arn('cloudwatch', `insight-rule/DynamoDBContributorInsights-*-${stack}-*`)],
    ),
    // It names no resources.
    allow('ReadMetrics', 'cloudwatch', ['GetMetricData'], ['*']),
    allow('ReadStream', 'dynamodb', ['GetRecords', 'GetShardIterator'], [arn('dynamodb', `table/${stack}-*/stream/*`)]),
    new PolicyStatement({
      sid: 'UseKeyOfItems',
      actions: ['Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey*', 'ReEncrypt*'].map((action) => `kms:${action}`),
      // Its id is made at deployment. The table uses it on the caller's behalf; the caller itself opens nothing.
      resources: [arn('kms', 'key/*')],
      conditions: { StringEquals: { 'kms:ViaService': `dynamodb.${region}.amazonaws.com` } },
    }),
    allow(
      'UseQueues',
      'sqs',
      ['GetQueueAttributes', 'ReceiveMessage', 'SendMessage', 'DeleteMessage'],
      [arn('sqs', `${stack}-*`)],
    ),
    allow('ListFiles', 's3', ['ListBucket', ...(stage === 'sandbox' ? ['ListBucketVersions'] : [])], [bucket]),
    allow(
      'DeleteFiles',
      's3',
      ['DeleteObject', ...(stage === 'sandbox' ? ['DeleteObjectVersion'] : [])],
      [`${bucket}/*`],
    ),
    allow(
      'PruneVersions',
      'lambda',
      ['ListAliases', 'ListVersionsByFunction', 'DeleteFunction'],
      [arn('lambda', `function:${stack}-*`)],
    ),
  ];
}

/** Every action that writes an item of a table. */
const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'];

/** Denies every write of partitions that no verb writes, in a transaction with others too. */
function denyWrites(sid: string, partitions: readonly string[], table: string): PolicyStatement {
  return new PolicyStatement({
    ...{ sid, effect: Effect.DENY, resources: [table] },
    actions: WRITES.map((action) => `dynamodb:${action}`),
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': partitions } },
  });
}

/**
 * Denies updates and deletions of the items of partitions. New ones have to be put, and IAM knows no condition for "only if absent":
 * what is put over one is found by its copy (docs/adr/026). AWS does not say whether a part of a transaction sees the keys of the others: a denial
 * holds where every key is of these partitions, so that a change with its audit record is never refused.
 */
function denyChanges(sid: string, partitions: readonly string[], table: string): PolicyStatement {
  return new PolicyStatement({
    ...{ sid, effect: Effect.DENY, resources: [table] },
    actions: ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  });
}
