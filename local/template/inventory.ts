/**
 * Treatment by the local stack of every resource type and property of the templates. A type or
 * property that is missing here stops the start, so nothing that is deployed is left out locally without a reason.
 * property-schemas.ts takes the values that the parts run.
 */

/** Names of properties, separated by blanks. */
export interface Properties {
  /** Honoured locally. */
  readonly run: string;
  /** Without effect locally: local data, identities, versions and capacity are those of the person who runs it. */
  readonly inert?: string;
  /** Honoured in part, as far as said here. */
  readonly parts?: Readonly<Record<string, Properties>>;
}

/** Top-level sections of a template. Rules check the account that is deployed to. */
export const sections = 'Resources Parameters Outputs Metadata Rules Description AWSTemplateFormatVersion';

/** Attributes next to the properties of a resource. The local parts start in their own fixed order. */
export const resourceAttributes = 'Type Properties Metadata DependsOn UpdatePolicy DeletionPolicy UpdateReplacePolicy';

/** The types that run. */
export const runningTypes: Readonly<Record<string, Properties>> = {
  'AWS::DynamoDB::GlobalTable': {
    run: 'TableName KeySchema AttributeDefinitions TimeToLiveSpecification',
    inert: 'BillingMode WriteOnDemandThroughputSettings SSESpecification',
    parts: {
      GlobalSecondaryIndexes: { run: 'IndexName KeySchema Projection', inert: 'WriteOnDemandThroughputSettings' },
      StreamSpecification: { run: 'StreamViewType' },
      Replicas: {
        run: '',
        inert: `Region SSESpecification PointInTimeRecoverySpecification DeletionProtectionEnabled ResourcePolicy Tags
          ContributorInsightsSpecification ReadOnDemandThroughputSettings GlobalSecondaryIndexes`,
      },
    },
  },
  'AWS::SQS::Queue': {
    run: 'QueueName VisibilityTimeout MessageRetentionPeriod RedrivePolicy',
    inert: 'SqsManagedSseEnabled KmsMasterKeyId KmsDataKeyReusePeriodSeconds Tags',
  },
  'AWS::S3::Bucket': {
    run: 'BucketName VersioningConfiguration CorsConfiguration',
    inert: `BucketEncryption PublicAccessBlockConfiguration OwnershipControls AccessControl LifecycleConfiguration
      ObjectLockEnabled ObjectLockConfiguration LoggingConfiguration Tags`,
  },
  'AWS::KMS::Key': {
    run: 'KeySpec KeyUsage',
    inert: 'Description KeyPolicy EnableKeyRotation MultiRegion RotationPeriodInDays PendingWindowInDays Tags',
  },
  'AWS::Events::EventBus': {
    run: 'Name',
    inert: 'Description KmsKeyIdentifier DeadLetterConfig LogConfig Policy Tags',
  },
  'AWS::Events::Rule': {
    run: 'Name EventBusName EventPattern State',
    inert: 'Description RoleArn Tags',
    // The local bus tries a fixed number of times within seconds, then dead-letters.
    parts: { Targets: { run: 'Id Arn InputPath DeadLetterConfig', inert: 'RetryPolicy RoleArn' } },
  },
  'AWS::Lambda::Function': {
    run: 'FunctionName Handler Timeout MemorySize',
    // Functions run on the Node.js of the local stack, in one process; a test runs them on the deployed one.
    inert: `Runtime Architectures Description Role KmsKeyArn LoggingConfig TracingConfig EphemeralStorage
      ReservedConcurrentExecutions RecursiveLoop RuntimeManagementConfig Tags`,
    // The code is read from the assembly folder.
    parts: { Environment: { run: 'Variables' }, Code: { run: 'S3Key', inert: 'S3Bucket' } },
  },
  // There is one version locally, and all callers get it.
  'AWS::Lambda::Alias': {
    run: 'FunctionName Name',
    inert: 'FunctionVersion ProvisionedConcurrencyConfig Description',
  },
  'AWS::CloudFormation::Stack': { run: 'Parameters', inert: 'TemplateURL Tags' },
  'AWS::Lambda::EventSourceMapping': {
    run: `EventSourceArn FunctionName BatchSize MaximumBatchingWindowInSeconds ScalingConfig FilterCriteria Enabled
      FunctionResponseTypes StartingPosition BisectBatchOnFunctionError MaximumRetryAttempts MaximumRecordAgeInSeconds`,
    // The batches of a shard run one by one, an order that the factor allows too.
    inert: 'ParallelizationFactor KmsKeyArn MetricsConfig Tags',
    parts: { DestinationConfig: { run: '', parts: { OnFailure: { run: 'Destination' } } } },
  },
  'AWS::Scheduler::Schedule': {
    run: 'Name ScheduleExpression State',
    inert: 'FlexibleTimeWindow ScheduleExpressionTimezone Description GroupName KmsKeyArn',
    // The next turn of a local schedule is its retry, and an invocation that fails is reported in the log.
    parts: { Target: { run: 'Arn Input', inert: 'RoleArn RetryPolicy DeadLetterConfig' } },
  },
  'AWS::ApiGateway::RestApi': {
    run: 'Name Body MinimumCompressionSize',
    inert: `Description Parameters EndpointConfiguration DisableExecuteApiEndpoint SecurityPolicy EndpointAccessMode
      Policy FailOnWarnings Mode Tags`,
  },
  'AWS::ApiGateway::Stage': {
    run: 'RestApiId StageName',
    inert: 'DeploymentId MethodSettings AccessLogSetting TracingEnabled Description Tags',
  },
};

const ALARM = 'No one is called about a laptop.';
const BACKUP = 'Local data is kept or thrown away with DATA_DIR.';
const FIREWALL = 'The local server answers this machine only.';
const IDENTITY = 'Nothing checks identities locally; infrastructure tests assert the permissions.';
const LOGGING = 'Function logs go to one local file.';
const RELEASE = 'There is one version locally, and all callers get it.';

/** The types that have no effect locally, each with the reason. */
export const inertTypes: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::Deployment': 'The local server serves the document as it stands.',
  'AWS::ApiGateway::Account': LOGGING,
  'AWS::Lambda::Version': RELEASE,
  'AWS::Lambda::EventInvokeConfig': 'The next turn of a local schedule is its retry.',
  'AWS::CodeDeploy::Application': RELEASE,
  'AWS::CodeDeploy::DeploymentGroup': RELEASE,
  'AWS::Route53::RecordSet': FIREWALL,
  'AWS::ApiGateway::DomainName': FIREWALL,
  'AWS::ApiGateway::BasePathMapping': FIREWALL,
  'AWS::WAFv2::WebACL': FIREWALL,
  'AWS::WAFv2::WebACLAssociation': FIREWALL,
  'AWS::IAM::Role': IDENTITY,
  'AWS::Lambda::Permission': IDENTITY,
  'AWS::SQS::QueuePolicy': IDENTITY,
  'AWS::S3::BucketPolicy': IDENTITY,
  'AWS::Logs::LogGroup': LOGGING,
  'AWS::Logs::MetricFilter': LOGGING,
  'AWS::Logs::QueryDefinition': LOGGING,
  'AWS::CloudWatch::Alarm': ALARM,
  'AWS::CloudWatch::CompositeAlarm': ALARM,
  'AWS::CloudWatch::Dashboard': ALARM,
  'AWS::Backup::BackupPlan': BACKUP,
  'AWS::Backup::BackupSelection': BACKUP,
  'AWS::Backup::BackupVault': BACKUP,
};
