/**
 * Defines whether the local stack runs or ignores each resource type and property. With any other type or property in a template,
 * the local stack does not start. property-schemas.ts defines the values of the properties that the local stack runs.
 */

/**
 * `run`: works locally as documented on the page `source` (default: the page of the type). `inert`: no effect locally, for the
 * given reason. `parts`: a separate treatment for each nested property.
 */
export type Treatment =
  | { readonly kind: 'run'; readonly source?: string }
  | { readonly kind: 'inert'; readonly reason: string }
  | { readonly kind: 'parts'; readonly parts: Readonly<Record<string, Treatment>> };

export type TypeTreatment =
  | { readonly kind: 'run'; readonly source: string; readonly properties: Readonly<Record<string, Treatment>> }
  | { readonly kind: 'inert'; readonly reason: string };

/** The property runs locally, as documented on the page of its resource type. */
const run = { kind: 'run' } as const;

/** The property runs locally, as documented on the given AWS page. @param page path without `.html` */
function runAs(page: string): Treatment {
  return { kind: 'run', source: `https://docs.aws.amazon.com/${page}.html` };
}

const inCloudFormation = (page: string) => runAs(`AWSCloudFormation/latest/TemplateReference/${page}`);

function inert(reason: string) {
  return { kind: 'inert', reason } as const;
}

function parts(inner: Readonly<Record<string, Treatment>>): Treatment {
  return { kind: 'parts', parts: inner };
}

/** The resource type runs locally. @param page page name of the type in the CloudFormation reference */
function runs(page: string, properties: Readonly<Record<string, Treatment>>): TypeTreatment {
  const source = `https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-${page}.html`;
  return { kind: 'run', source, properties };
}

const tags = inert('Tags are for bills and consoles.');
const text = inert('Text for people.');
const identity = inert('Nothing checks identities locally; infrastructure tests assert the permissions.');
const encryption = inert('Local data is in files of the user who runs the stack.');
const capacity = inert('The local engines have no paid capacity.');
const backup = inert('DATA_DIR decides whether the local stack keeps its data.');
const logging = inert('Function logs go to one local file.');
const tracing = inert('There is no trace collector locally.');
const alarm = inert('The local stack sends no alarms.');
const throttling = inert('The account-wide throttle of the cloud is not modelled.');
const firewall = inert('The local server responds to this machine only.');
const release = inert('The local stack has one version, and all callers use it.');
const scaling = inert('One process runs every function.');

/** Top-level sections of a template. */
export const sections: Readonly<Record<string, Treatment>> = {
  AWSTemplateFormatVersion: text,
  Description: text,
  Metadata: text,
  Parameters: runAs('AWSCloudFormation/latest/UserGuide/parameters-section-structure'),
  Resources: runAs('AWSCloudFormation/latest/UserGuide/resources-section-structure'),
  Outputs: runAs('AWSCloudFormation/latest/UserGuide/outputs-section-structure'),
  Rules: inert('Rules check the account that is deployed to.'),
};

/** Attributes of a resource definition, for example DependsOn. */
export const resourceAttributes: Readonly<Record<string, Treatment>> = {
  Type: runAs('AWSCloudFormation/latest/UserGuide/resources-section-structure'),
  Properties: runAs('AWSCloudFormation/latest/UserGuide/resources-section-structure'),
  Metadata: text,
  DependsOn: inert('The local parts start in their own fixed order.'),
  UpdatePolicy: release,
  DeletionPolicy: backup,
  UpdateReplacePolicy: backup,
};

export const resourceTypes: Readonly<Record<string, TypeTreatment>> = {
  'AWS::DynamoDB::GlobalTable': runs('dynamodb-globaltable', {
    TableName: run,
    KeySchema: run,
    AttributeDefinitions: run,
    GlobalSecondaryIndexes: parts({
      IndexName: run,
      KeySchema: run,
      Projection: inCloudFormation('aws-properties-dynamodb-globaltable-projection'),
      WriteOnDemandThroughputSettings: capacity,
    }),
    StreamSpecification: parts({ StreamViewType: runAs('amazondynamodb/latest/developerguide/Streams') }),
    TimeToLiveSpecification: runAs('amazondynamodb/latest/developerguide/howitworks-ttl'),
    BillingMode: capacity,
    WriteOnDemandThroughputSettings: capacity,
    SSESpecification: encryption,
    Replicas: parts({
      Region: inert('There is one region locally.'),
      SSESpecification: encryption,
      PointInTimeRecoverySpecification: backup,
      DeletionProtectionEnabled: backup,
      ContributorInsightsSpecification: logging,
      ReadOnDemandThroughputSettings: capacity,
      // In a replica, this property contains only the read capacity of each index.
      GlobalSecondaryIndexes: capacity,
      ResourcePolicy: identity,
      Tags: tags,
    }),
  }),
  'AWS::SQS::Queue': runs('sqs-queue', {
    QueueName: run,
    VisibilityTimeout: runAs('AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-visibility-timeout'),
    MessageRetentionPeriod: run,
    RedrivePolicy: runAs('AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues'),
    SqsManagedSseEnabled: encryption,
    KmsMasterKeyId: encryption,
    KmsDataKeyReusePeriodSeconds: encryption,
    Tags: tags,
  }),
  'AWS::S3::Bucket': runs('s3-bucket', {
    BucketName: run,
    BucketEncryption: encryption,
    PublicAccessBlockConfiguration: identity,
    OwnershipControls: identity,
    AccessControl: identity,
    LifecycleConfiguration: backup,
    VersioningConfiguration: runAs('AmazonS3/latest/userguide/Versioning'),
    ObjectLockEnabled: backup,
    ObjectLockConfiguration: backup,
    LoggingConfiguration: logging,
    CorsConfiguration: runAs('AmazonS3/latest/userguide/ManageCorsUsing'),
    Tags: tags,
  }),
  'AWS::KMS::Key': runs('kms-key', {
    KeySpec: run,
    KeyUsage: run,
    Description: text,
    KeyPolicy: identity,
    EnableKeyRotation: encryption,
    MultiRegion: inert('There is one region locally.'),
    RotationPeriodInDays: encryption,
    PendingWindowInDays: backup,
    Tags: tags,
  }),
  'AWS::Events::EventBus': runs('events-eventbus', {
    Name: run,
    Description: text,
    KmsKeyIdentifier: encryption,
    DeadLetterConfig: encryption,
    LogConfig: logging,
    Policy: identity,
    Tags: tags,
  }),
  'AWS::Events::Rule': runs('events-rule', {
    Name: run,
    EventBusName: run,
    EventPattern: runAs('eventbridge/latest/userguide/eb-event-patterns'),
    State: run,
    Targets: parts({
      Id: inCloudFormation('aws-properties-events-rule-target'),
      Arn: inCloudFormation('aws-properties-events-rule-target'),
      InputPath: inCloudFormation('aws-properties-events-rule-target'),
      DeadLetterConfig: runAs('eventbridge/latest/userguide/eb-rule-dlq'),
      RetryPolicy: inert('The local bus makes a few attempts within seconds, then uses the dead-letter queue.'),
      RoleArn: identity,
    }),
    Description: text,
    RoleArn: identity,
    Tags: tags,
  }),
  'AWS::Lambda::Function': runs('lambda-function', {
    FunctionName: run,
    Handler: runAs('lambda/latest/dg/nodejs-handler'),
    Layers: runAs('lambda/latest/dg/packaging-layers'),
    Timeout: runAs('lambda/latest/dg/configuration-timeout'),
    MemorySize: run,
    Environment: parts({ Variables: runAs('lambda/latest/dg/configuration-envvars') }),
    Code: parts({
      S3Key: inCloudFormation('aws-properties-lambda-function-code'),
      S3Bucket: inert('The code is read from the assembly folder.'),
    }),
    Runtime: inert('The local stack runs functions on its Node.js. A test uses the deployed version.'),
    Architectures: inert('The local stack uses the processor of this machine.'),
    Description: text,
    Role: identity,
    KmsKeyArn: encryption,
    LoggingConfig: logging,
    TracingConfig: tracing,
    EphemeralStorage: scaling,
    ReservedConcurrentExecutions: scaling,
    RecursiveLoop: scaling,
    RuntimeManagementConfig: scaling,
    Tags: tags,
  }),
  'AWS::Lambda::LayerVersion': runs('lambda-layerversion', {
    Content: parts({
      S3Key: inCloudFormation('aws-properties-lambda-layerversion-content'),
      S3Bucket: inert('The content is read from the assembly folder.'),
    }),
    CompatibleArchitectures: inert('The local stack uses the processor of this machine.'),
    CompatibleRuntimes: inert('The local stack runs functions on its Node.js. A test uses the deployed version.'),
    Description: text,
  }),
  'AWS::Lambda::Alias': runs('lambda-alias', {
    FunctionName: run,
    Name: run,
    FunctionVersion: release,
    ProvisionedConcurrencyConfig: scaling,
    Description: text,
  }),
  'AWS::CloudFormation::Stack': runs('cloudformation-stack', {
    Parameters: run,
    TemplateURL: inert('The template is read from the assembly folder.'),
    Tags: tags,
  }),
  'AWS::Lambda::EventSourceMapping': runs('lambda-eventsourcemapping', {
    EventSourceArn: run,
    FunctionName: run,
    BatchSize: run,
    ScalingConfig: runAs('lambda/latest/dg/services-sqs-scaling'),
    FilterCriteria: runAs('lambda/latest/dg/with-ddb-filtering'),
    FunctionResponseTypes: runAs('lambda/latest/dg/services-ddb-batchfailurereporting'),
    Enabled: run,
    StartingPosition: run,
    BisectBatchOnFunctionError: runAs('lambda/latest/dg/services-dynamodb-errors'),
    MaximumRetryAttempts: runAs('lambda/latest/dg/services-dynamodb-errors'),
    MaximumRecordAgeInSeconds: runAs('lambda/latest/dg/services-dynamodb-errors'),
    ParallelizationFactor: inert('The batches of a shard run one after the other, which the factor allows.'),
    DestinationConfig: parts({ OnFailure: parts({ Destination: runAs('lambda/latest/dg/services-dynamodb-errors') }) }),
    KmsKeyArn: encryption,
    MetricsConfig: logging,
    Tags: tags,
  }),
  'AWS::Scheduler::Schedule': runs('scheduler-schedule', {
    Name: run,
    ScheduleExpression: runAs('scheduler/latest/UserGuide/schedule-types'),
    State: run,
    Target: parts({
      Arn: inCloudFormation('aws-properties-scheduler-schedule-target'),
      Input: inCloudFormation('aws-properties-scheduler-schedule-target'),
      RoleArn: identity,
      RetryPolicy: inert('The next run of a local schedule is its retry.'),
      DeadLetterConfig: inert('A local invocation that fails is reported in the log.'),
    }),
    FlexibleTimeWindow: inert('Local schedules fire on time.'),
    ScheduleExpressionTimezone: inert('Local schedules are rates, which have no time zone.'),
    Description: text,
    GroupName: identity,
    KmsKeyArn: encryption,
  }),
  'AWS::ApiGateway::RestApi': runs('apigateway-restapi', {
    Name: run,
    Body: runAs('apigateway/latest/developerguide/api-gateway-swagger-extensions'),
    MinimumCompressionSize: runAs('apigateway/latest/developerguide/api-gateway-enable-compression'),
    Description: text,
    Parameters: firewall,
    EndpointConfiguration: firewall,
    DisableExecuteApiEndpoint: firewall,
    SecurityPolicy: firewall,
    EndpointAccessMode: firewall,
    Policy: identity,
    FailOnWarnings: inert('It checks the import of the document in the cloud.'),
    Mode: inert('It checks the import of the document in the cloud.'),
    Tags: tags,
  }),
  'AWS::ApiGateway::Stage': runs('apigateway-stage', {
    RestApiId: run,
    StageName: run,
    DeploymentId: inert('The local server serves the current document.'),
    MethodSettings: throttling,
    AccessLogSetting: logging,
    TracingEnabled: tracing,
    Description: text,
    Tags: tags,
  }),

  'AWS::ApiGateway::Deployment': inert('The local server serves the current document.'),
  'AWS::ApiGateway::Account': logging,
  'AWS::Lambda::Version': release,
  'AWS::Lambda::EventInvokeConfig': inert('The next run of a local schedule is its retry.'),
  'AWS::CodeDeploy::Application': release,
  'AWS::CodeDeploy::DeploymentGroup': release,
  'AWS::Route53::RecordSet': firewall,
  'AWS::ApiGateway::DomainName': firewall,
  'AWS::ApiGateway::BasePathMapping': firewall,
  'AWS::WAFv2::WebACL': firewall,
  'AWS::WAFv2::WebACLAssociation': firewall,
  'AWS::IAM::Role': identity,
  'AWS::Lambda::Permission': identity,
  'AWS::SQS::QueuePolicy': identity,
  'AWS::S3::BucketPolicy': identity,
  'AWS::Logs::LogGroup': logging,
  'AWS::Logs::MetricFilter': logging,
  'AWS::Logs::QueryDefinition': logging,
  'AWS::CloudWatch::Alarm': alarm,
  'AWS::CloudWatch::CompositeAlarm': alarm,
  'AWS::CloudWatch::Dashboard': alarm,
  'AWS::Backup::BackupPlan': backup,
  'AWS::Backup::BackupSelection': backup,
  'AWS::Backup::BackupVault': backup,
};
