import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { StageName } from '#shared/values/stage-name';

/** Account and region of a stage. */
export interface StagePlace {
  readonly stage: StageName;
  readonly partition: string;
  readonly region: string;
  readonly account: string;
}

/**
 * Returns ARN patterns for a stage's resources. The patterns contain the stack's name, because CloudFormation generates resource
 * names that start with it.
 */
function namesOf({ stage, partition, region, account }: StagePlace) {
  const stack = `PartnerRamp-${stage}`;
  const arn = (service: string, resource: string) => `arn:${partition}:${service}:${region}:${account}:${resource}`;
  return {
    stack,
    arn,
    stacks: [arn('cloudformation', `stack/${stack}/*`), arn('cloudformation', `stack/${stack}-*/*`)],
    tables: arn('dynamodb', `table/${stack}-*`),
    // Bucket names cannot contain upper-case letters.
    bucket: `arn:${partition}:s3:::${stack.toLowerCase()}-*`,
  };
}

/** @param actions by AWS service, without the service's prefix */
function allow(sid: string, actions: Readonly<Record<string, readonly string[]>>, resources: string[]) {
  const named = Object.entries(actions).flatMap(([service, own]) => own.map((action) => `${service}:${action}`));
  return new PolicyStatement({ sid, actions: named, resources });
}

/**
 * Returns the IAM policy statements for all verbs of the operator tool except `stage` and `restore`. The statements do not let
 * operators unlock signed declarations (docs/adr/023), update or delete audit records or journal entries, or write the stage
 * record or the copies of audit records (docs/adr/026).
 * @param decides true if the role approves and rejects proposals
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
    // The names of all Contributor Insights rules contain the table's name, including the rules for an index of the table.
    allow('ReadCountedKeys', { cloudwatch: ['GetInsightRuleReport'] }, [
      arn('cloudwatch', `insight-rule/DynamoDBContributorInsights-*-${stack}-*`),
    ]),
    // IAM does not support a resource for this action.
    allow('ReadMetrics', { cloudwatch: ['GetMetricData'] }, ['*']),
    allow('ReadStream', { dynamodb: ['GetRecords', 'GetShardIterator'] }, [`${tables}/stream/*`]),
    new PolicyStatement({
      sid: 'UseKeyOfItems',
      actions: ['Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey*', 'ReEncrypt*'].map((action) => `kms:${action}`),
      // All keys are the resource, because the deployment generates the key id. The condition allows only calls that DynamoDB
      // makes for the caller, so the caller cannot decrypt directly.
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

/** Denies every write to partitions that no verb writes, also as part of a DynamoDB transaction. */
function denyWrites(sid: string, partitions: readonly string[], table: string): PolicyStatement {
  return new PolicyStatement({
    ...{ sid, effect: Effect.DENY, resources: [table] },
    actions: ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'].map((action) => `dynamodb:${action}`),
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': partitions } },
  });
}

/**
 * Denies updates and deletions in partitions. `PutItem` stays allowed, because IAM has no condition for "only if absent"
 * (docs/adr/026). AWS does not document whether `LeadingKeys` contains all keys of a DynamoDB transaction. Therefore the
 * statement applies only if every key is in these partitions. A transaction can then update another item and add an audit record.
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

/**
 * Returns the IAM policy statements for `stage status`, `stage freeze`, `stage thaw` and `restore compare`. A role needs them in
 * addition to `operatorStatements`.
 */
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
    // The deployment generates the id of the API, and the ARN contains no account.
    allow('LimitRequests', { apigateway: ['GET', 'PATCH'] }, [
      `arn:${partition}:apigateway:${region}::/restapis/*/stages/${stage}`,
    ]),
    // IAM does not support a function as the resource of this action.
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
 * Returns the IAM policy statements to restore the stage's table to a new table (`…-restored`) with all settings
 * (docs/disaster-recovery.md). The statements allow no change of other tables, and no deletion of any table.
 */
export function restoreStatements(place: StagePlace): PolicyStatement[] {
  const { arn, tables } = namesOf(place);
  return [
    allow('ReadBackups', { dynamodb: ['DescribeContinuousBackups', 'RestoreTableToPointInTime'] }, [tables]),
    allow('RestoreDeletedTable', { dynamodb: ['RestoreTableFromBackup'] }, [
      `${tables}/backup/*`,
      `${tables}-restored*`,
    ]),
    // IAM does not support a resource for this action.
    allow('FindBackups', { dynamodb: ['ListBackups'] }, ['*']),
    allow(
      'PrepareCopy',
      {
        dynamodb: [
          // DynamoDB requires the permissions in the next line for a restore into a table.
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
      // All keys are the resource, because the deployment generates the key id. The conditions allow only KMS grants that
      // DynamoDB creates.
      resources: [arn('kms', 'key/*')],
      conditions: {
        Bool: { 'kms:GrantIsForAWSResource': 'true' },
        StringEquals: { 'kms:ViaService': `dynamodb.${place.region}.amazonaws.com` },
      },
    }),
  ];
}
