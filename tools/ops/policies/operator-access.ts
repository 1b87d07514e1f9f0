import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { StageName } from '#shared/values/stage-name';

/** Place that a stage is deployed to. */
export interface StagePlace {
  readonly stage: StageName;
  readonly partition: string;
  readonly region: string;
  readonly account: string;
}

/** Names of a stage's resources: names that are made at deployment begin with the name of the stack. */
function namesOf({ stage, partition, region, account }: StagePlace) {
  const stack = `PartnerRamp-${stage}`;
  const arn = (service: string, resource: string) => `arn:${partition}:${service}:${region}:${account}:${resource}`;
  return {
    stack,
    arn,
    stacks: [arn('cloudformation', `stack/${stack}/*`), arn('cloudformation', `stack/${stack}-*/*`)],
    tables: arn('dynamodb', `table/${stack}-*`),
    // Names of buckets have no capitals.
    bucket: `arn:${partition}:s3:::${stack.toLowerCase()}-*`,
  };
}

/** @param actions by the service, without its name */
function allow(sid: string, actions: Readonly<Record<string, readonly string[]>>, resources: string[]) {
  const named = Object.entries(actions).flatMap(([service, own]) => own.map((action) => `${service}:${action}`));
  return new PolicyStatement({ sid, actions: named, resources });
}

/**
 * Allows the verbs of the operator tool, except those of `stage` and `restore`. No statement lets
 * anyone lift the lock of a signed declaration (docs/adr/023), or write whose table it is and the copies of audit records. Audit records and
 * entries of the books are added, and neither updated nor deleted; who may only propose decides on no proposal (docs/adr/026).
 *
 * @param decides whether the role approves and rejects what others propose
 */
export function operatorStatements(place: StagePlace, decides = true): PolicyStatement[] {
  const { stack, arn, stacks, tables, bucket } = namesOf(place);
  const isSandbox = place.stage === 'sandbox';
  return [
    allow('FindStage', { cloudformation: ['DescribeStacks', 'ListStackResources', 'GetTemplate'] }, stacks),
    allow(
      'UseItems',
      {
        dynamodb: [
          ...['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
        ],
      },
      [tables],
    ),
    denyWrites('KeepStageAndCopies', ['STAGE', 'AUDIT_COPY#*'], tables),
    denyChanges('KeepAudit', ['AUDIT#*', 'JOURNAL#*'], tables),
    ...(decides ? [] : [denyChanges('ProposeAlone', ['APPROVAL#*'], tables)]),
    allow('ReadTable', { dynamodb: ['DescribeTable'] }, [tables]),
    allow('CountKeys', { dynamodb: ['UpdateContributorInsights', 'DescribeContributorInsights'] }, [tables]),
    // The service names the rules of a table and of its index by the table.
    allow('ReadCountedKeys', { cloudwatch: ['GetInsightRuleReport'] }, [
      arn('cloudwatch', `insight-rule/DynamoDBContributorInsights-*-${stack}-*`),
    ]),
    // It names no resources.
    allow('ReadMetrics', { cloudwatch: ['GetMetricData'] }, ['*']),
    allow('ReadStream', { dynamodb: ['GetRecords', 'GetShardIterator'] }, [`${tables}/stream/*`]),
    new PolicyStatement({
      sid: 'UseKeyOfItems',
      actions: ['Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey*', 'ReEncrypt*'].map((action) => `kms:${action}`),
      // Its id is made at deployment. The table uses it on the caller's behalf; the caller itself opens nothing.
      resources: [arn('kms', 'key/*')],
      conditions: { StringEquals: { 'kms:ViaService': `dynamodb.${place.region}.amazonaws.com` } },
    }),
    allow('UseQueues', { sqs: ['GetQueueAttributes', 'ReceiveMessage', 'SendMessage', 'DeleteMessage'] }, [
      arn('sqs', `${stack}-*`),
    ]),
    allow('ListFiles', { s3: ['ListBucket', ...(isSandbox ? ['ListBucketVersions'] : [])] }, [bucket]),
    allow('DeleteFiles', { s3: ['DeleteObject', ...(isSandbox ? ['DeleteObjectVersion'] : [])] }, [`${bucket}/*`]),
    allow('PruneVersions', { lambda: ['ListAliases', 'ListVersionsByFunction', 'DeleteFunction'] }, [
      arn('lambda', `function:${stack}-*`),
    ]),
  ];
}

/** Denies every write of partitions that no verb writes, in a transaction with others too. */
function denyWrites(sid: string, partitions: readonly string[], table: string): PolicyStatement {
  return new PolicyStatement({
    ...{ sid, effect: Effect.DENY, resources: [table] },
    actions: ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'].map((action) => `dynamodb:${action}`),
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

/** Allows an operator `stage status`, `freeze` and `thaw` and `restore compare`, in addition to every verb's permissions on the table. */
export function freezeStatements(place: StagePlace): PolicyStatement[] {
  const { stage, partition, region, account } = place;
  const { stack, arn, stacks, tables } = namesOf(place);
  const functions = arn('lambda', `function:${stack}-*`);
  return [
    allow(
      'ReadStage',
      {
        cloudformation: [
          ...['DescribeStacks', 'ListStackResources', 'GetTemplate', 'GetStackPolicy', 'SetStackPolicy'],
        ],
      },
      stacks,
    ),
    // The id of the API is made at deployment, and the ARN has no account.
    allow('LimitRequests', { apigateway: ['GET', 'PATCH'] }, [
      `arn:${partition}:apigateway:${region}::/restapis/*/stages/${stage}`,
    ]),
    // IAM knows no function for it.
    allow('ReadMappings', { lambda: ['GetEventSourceMapping'] }, ['*']),
    new PolicyStatement({
      sid: 'SwitchMappings',
      actions: ['lambda:UpdateEventSourceMapping'],
      resources: [arn('lambda', 'event-source-mapping:*')],
      conditions: { ArnLike: { 'lambda:FunctionArn': functions } },
    }),
    allow('SwitchSchedules', { scheduler: ['GetSchedule', 'UpdateSchedule'] }, [
      arn('scheduler', `schedule/default/${stack}-*`),
    ]),
    new PolicyStatement({
      sid: 'KeepRoleOfSchedules',
      actions: ['iam:PassRole'],
      resources: [`arn:${partition}:iam::${account}:role/${stack}-*`],
      conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    }),
    allow('RebuildQueues', { sqs: ['PurgeQueue'], lambda: ['InvokeFunction'] }, [
      arn('sqs', `${stack}-*`),
      `${functions}redriveOverdue*`,
    ]),
    allow('CompareTables', { dynamodb: ['Scan', 'BatchGetItem'] }, [tables]),
  ];
}

/**
 * Allows an operator to restore the stage's table next to it, and to give the copy what a restore does not bring (docs/disaster-recovery.md).
 * The name of a copy has `-restored` after that of the table; no other table of the stage can be changed, and none deleted.
 */
export function restoreStatements(place: StagePlace): PolicyStatement[] {
  const { arn, tables } = namesOf(place);
  return [
    allow('ReadBackups', { dynamodb: ['DescribeContinuousBackups', 'RestoreTableToPointInTime'] }, [tables]),
    allow('RestoreDeletedTable', { dynamodb: ['RestoreTableFromBackup'] }, [
      `${tables}/backup/*`,
      `${tables}-restored*`,
    ]),
    // The action takes no resource.
    allow('FindBackups', { dynamodb: ['ListBackups'] }, ['*']),
    allow(
      'PrepareCopy',
      {
        dynamodb: [
          // DynamoDB requires these permissions for a restore into a table.
          ...['BatchWriteItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'Scan', 'UpdateItem'],
          ...['DescribeTable', 'DescribeTimeToLive', 'TagResource'],
          ...['UpdateContinuousBackups', 'UpdateTable', 'UpdateTimeToLive'],
        ],
      },
      [`${tables}-restored*`],
    ),
    new PolicyStatement({
      sid: 'LetCopyUseKey',
      actions: ['kms:CreateGrant'],
      // The id of the key is made at deployment. The policy of the key allows no other grant.
      resources: [arn('kms', 'key/*')],
      conditions: {
        Bool: { 'kms:GrantIsForAWSResource': 'true' },
        StringEquals: { 'kms:ViaService': `dynamodb.${place.region}.amazonaws.com` },
      },
    }),
  ];
}
