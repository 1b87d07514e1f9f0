import { Aws, Duration } from 'aws-cdk-lib';
import { CfnTrail } from 'aws-cdk-lib/aws-cloudtrail';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectLockRetention, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { acknowledge } from '#infra/checks/acknowledge';
import type { StageConfig } from '#infra/config/stages';
import { ALARM_PERIOD, BusinessAlarm } from '#infra/constructs/alarms/business-alarm';
import { retention } from '#infra/constructs/retention';
import type { DataStack } from '#infra/stacks/data-stack';
import { StagePart } from '#infra/stacks/stage-part';
import { METRIC_NAMESPACE } from '#shared/platform/observability/metric';

export interface EvidenceStackProps {
  readonly config: StageConfig;
  readonly trail: NonNullable<NonNullable<StageConfig['evidence']>['trail']>;
  readonly data: Pick<DataStack, 'table' | 'files'>;
}

/** Calls that take a protection off whatever they say, in the account's Region. */
const UNPROTECTING_CALLS = [
  ...['DeleteTable', 'ScheduleKeyDeletion', 'DisableKey', 'DeleteBucket', 'PutBucketVersioning'],
  ...['PutObjectLockConfiguration', 'PutObjectRetention', 'PutObjectLegalHold', 'DeleteObjects'],
  ...['StopLogging', 'DeleteTrail', 'UpdateTrail', 'PutEventSelectors'],
];

/** Calls that do so by one of their parameters, and the filter's condition on it. */
const UNPROTECTING_PARAMETERS = {
  UpdateTable: 'deletionProtectionEnabled IS FALSE',
  UpdateContinuousBackups: 'pointInTimeRecoverySpecification.pointInTimeRecoveryEnabled IS FALSE',
  UpdateTerminationProtection: 'enableTerminationProtection IS FALSE',
  // One version alone can be deleted past a lock; without one, a mark is put over it.
  DeleteObject: 'versionId = "*"',
};

/**
 * The trail of a stage, in a bucket that keeps what comes. Reads and writes of the stage's own functions are left out: they are most of
 * all, and the lines of their requests tell them (docs/adr/077).
 */
export class EvidenceStack extends StagePart {
  constructor(scope: Construct, id: string, { config, trail: { lockedDays }, data }: EvidenceStackProps) {
    const removalPolicy = retention(config);
    super(scope, id, { description: `Evidence of Partner Ramp (${config.name})`, removalPolicy });
    const bucket = new Bucket(this, 'TrailFiles', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      objectLockDefaultRetention: ObjectLockRetention.governance(Duration.days(lockedDays)),
      // The day after the lock has ended.
      lifecycleRules: [
        {
          id: 'after-the-lock',
          expiration: Duration.days(lockedDays + 1),
          noncurrentVersionExpiration: Duration.days(1),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
      removalPolicy,
    });
    const logGroup = new LogGroup(this, 'TrailLog', { retention: config.logRetentionDays, removalPolicy });
    const trailName = `PartnerRamp-${config.name}`;
    for (const statement of trailStatements(bucket, trailName)) bucket.addToResourcePolicy(statement);
    const trail = new CfnTrail(this, 'Trail', {
      trailName,
      s3BucketName: bucket.bucketName,
      isLogging: true,
      enableLogFileValidation: true,
      cloudWatchLogsLogGroupArn: logGroup.logGroupArn,
      cloudWatchLogsRoleArn: logRole(this, config, logGroup).roleArn,
      advancedEventSelectors: [
        {
          name: 'changes',
          fieldSelectors: [
            { field: 'eventCategory', equalTo: ['Management'] },
            { field: 'readOnly', equalTo: ['false'] },
          ],
        },
        dataEvents('table', 'AWS::DynamoDB::Table', [data.table.tableArn], config),
        dataEvents('files', 'AWS::S3::Object', [data.files.arnForObjects('')], config),
      ],
    });
    // The trail tries at once if it may write.
    if (bucket.policy !== undefined) trail.node.addDependency(bucket.policy);
    acknowledge(bucket, {
      'AwsSolutions-S1': 'It holds the log of who reads what, and reads of this bucket are for those who audit alone.',
    });
    if (config.evidence?.lockAlarm) alarmOnLocks(this, config, logGroup);
  }
}

const SERVICE = new ServicePrincipal('cloudtrail.amazonaws.com');

/** Lets this trail, and no other, write into its bucket. */
function trailStatements(bucket: Bucket, trailName: string): PolicyStatement[] {
  const trailArn = `arn:${Aws.PARTITION}:cloudtrail:${Aws.REGION}:${Aws.ACCOUNT_ID}:trail/${trailName}`;
  const own = { 'aws:SourceArn': trailArn };
  return [
    new PolicyStatement({
      principals: [SERVICE],
      actions: ['s3:GetBucketAcl'],
      resources: [bucket.bucketArn],
      conditions: { StringEquals: own },
    }),
    new PolicyStatement({
      principals: [SERVICE],
      actions: ['s3:PutObject'],
      resources: [bucket.arnForObjects(`AWSLogs/${Aws.ACCOUNT_ID}/*`)],
      conditions: { StringEquals: { ...own, 's3:x-amz-acl': 'bucket-owner-full-control' } },
    }),
  ];
}

function logRole(scope: Construct, { name }: StageConfig, logGroup: LogGroup): Role {
  const access = new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  });
  return new Role(scope, 'LogRole', {
    description: `Log of the trail of ${name}`,
    assumedBy: SERVICE,
    inlinePolicies: { Access: new PolicyDocument({ statements: [access] }) },
  });
}

/** Chooses the data events of resources, but for those of the stage's functions, whose roles have the name of its stack. */
function dataEvents(
  name: string,
  type: string,
  arns: string[],
  config: StageConfig,
): CfnTrail.AdvancedEventSelectorProperty {
  const functions = `arn:${Aws.PARTITION}:sts::${Aws.ACCOUNT_ID}:assumed-role/PartnerRamp-${config.name}-`;
  return {
    name,
    fieldSelectors: [
      { field: 'eventCategory', equalTo: ['Data'] },
      { field: 'resources.type', equalTo: [type] },
      { field: 'resources.ARN', startsWith: arns },
      { field: 'userIdentity.arn', notStartsWith: [functions] },
    ],
  };
}

/** Rings for each call that takes a protection off, whether or not it was allowed. */
function alarmOnLocks(scope: Construct, config: StageConfig, logGroup: LogGroup): void {
  const calls = UNPROTECTING_CALLS.map((call) => `($.eventName = "${call}")`);
  const withParameters = Object.entries(UNPROTECTING_PARAMETERS).map(
    ([call, condition]) => `(($.eventName = "${call}") && ($.requestParameters.${condition}))`,
  );
  const filter = new MetricFilter(scope, 'LocksTouched', {
    logGroup,
    filterPattern: { logPatternString: `{ ${[...calls, ...withParameters].join(' || ')} }` },
    metricNamespace: METRIC_NAMESPACE,
    // A line of the trail names no stage, so the metric does.
    metricName: `${config.name}LockTouched`,
    metricValue: '1',
  });
  new BusinessAlarm(scope, 'LockTouched', {
    config,
    name: 'lock-touched',
    severity: 'page',
    impact:
      'Somebody takes a protection off records, keys or evidence, or tries to: what partners are promised to keep can be lost.',
    firstLook: 'the log group of the trail, for who called what, from where, and if it was refused (errorCode).',
    metric: filter.metric({ statistic: 'Sum', period: ALARM_PERIOD }),
    above: 0,
  });
}
