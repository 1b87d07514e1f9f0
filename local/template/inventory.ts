/**
 * Treatment by the local stack of every resource type and property of the templates. A type or
 * property that is missing here stops the start, so nothing that is deployed is left out locally without a reason.
 */

/** `run`: honoured locally; `inert`: has no effect locally, for the reason given; `parts`: see inside. */
export type Treatment =
  | { readonly kind: 'run' }
  | { readonly kind: 'inert'; readonly reason: string }
  | { readonly kind: 'parts'; readonly parts: Readonly<Record<string, Treatment>> };

export type TypeTreatment =
  | { readonly kind: 'run'; readonly properties: Readonly<Record<string, Treatment>> }
  | { readonly kind: 'inert'; readonly reason: string };

const run = { kind: 'run' } as const;

function inert(reason: string) {
  return { kind: 'inert', reason } as const;
}

function parts(inner: Readonly<Record<string, Treatment>>): Treatment {
  return { kind: 'parts', parts: inner };
}

function runs(properties: Readonly<Record<string, Treatment>>): TypeTreatment {
  return { kind: 'run', properties };
}

const tags = inert('Tags are for bills and consoles.');
const text = inert('Text for people.');
const identity = inert('Nothing checks identities locally; infrastructure tests assert the permissions.');
const encryption = inert('Local data lies in the files of the person who runs it.');
const capacity = inert('The local engines have no capacity to buy.');
const backup = inert('Local data is kept or thrown away with DATA_DIR.');
const logging = inert('Function logs go to one local file.');
const tracing = inert('There is no trace collector locally.');
const alarm = inert('No one is called about a laptop.');
const throttling = inert('The account-wide throttle of the cloud is not modelled.');
const firewall = inert('The local server answers this machine only.');
const release = inert('There is one version locally, and all callers get it.');
const scaling = inert('One process runs every function.');

/** Top-level sections of a template. */
export const sections: Readonly<Record<string, Treatment>> = {
  AWSTemplateFormatVersion: text,
  Description: text,
  Metadata: text,
  Parameters: run,
  Conditions: run,
  Resources: run,
  Outputs: run,
  Rules: inert('Rules check the account that is deployed to.'),
};

/** Attributes beside the properties of a resource. */
export const resourceAttributes: Readonly<Record<string, Treatment>> = {
  Type: run,
  Properties: run,
  Condition: run,
  Metadata: text,
  DependsOn: inert('The local parts start in their own fixed order.'),
  UpdatePolicy: release,
  DeletionPolicy: backup,
  UpdateReplacePolicy: backup,
};

export const resourceTypes: Readonly<Record<string, TypeTreatment>> = {
  'AWS::DynamoDB::GlobalTable': runs({
    TableName: run,
    KeySchema: run,
    AttributeDefinitions: run,
    GlobalSecondaryIndexes: parts({
      IndexName: run,
      KeySchema: run,
      Projection: run,
      WriteOnDemandThroughputSettings: capacity,
      WarmThroughput: capacity,
    }),
    StreamSpecification: parts({ StreamViewType: run }),
    TimeToLiveSpecification: run,
    BillingMode: capacity,
    WriteOnDemandThroughputSettings: capacity,
    WarmThroughput: capacity,
    SSESpecification: encryption,
    Replicas: parts({
      Region: inert('There is one region locally.'),
      SSESpecification: encryption,
      PointInTimeRecoverySpecification: backup,
      DeletionProtectionEnabled: backup,
      ContributorInsightsSpecification: logging,
      ReadOnDemandThroughputSettings: capacity,
      // Reads of an index, beside its name.
      GlobalSecondaryIndexes: capacity,
      ResourcePolicy: identity,
      Tags: tags,
    }),
  }),
  'AWS::SQS::Queue': runs({
    QueueName: run,
    VisibilityTimeout: run,
    DelaySeconds: run,
    MessageRetentionPeriod: run,
    ReceiveMessageWaitTimeSeconds: run,
    RedrivePolicy: run,
    RedriveAllowPolicy: identity,
    MaximumMessageSize: inert('The queue engine has its own bound; the service sends short messages.'),
    SqsManagedSseEnabled: encryption,
    KmsMasterKeyId: encryption,
    KmsDataKeyReusePeriodSeconds: encryption,
    Tags: tags,
  }),
  'AWS::S3::Bucket': runs({
    BucketName: run,
    BucketEncryption: encryption,
    PublicAccessBlockConfiguration: identity,
    OwnershipControls: identity,
    AccessControl: identity,
    LifecycleConfiguration: backup,
    VersioningConfiguration: run,
    ObjectLockEnabled: backup,
    ObjectLockConfiguration: backup,
    LoggingConfiguration: logging,
    CorsConfiguration: run,
    Tags: tags,
  }),
  'AWS::KMS::Key': runs({
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
  'AWS::Events::EventBus': runs({
    Name: run,
    Description: text,
    KmsKeyIdentifier: encryption,
    DeadLetterConfig: encryption,
    LogConfig: logging,
    Policy: identity,
    Tags: tags,
  }),
  'AWS::Events::Rule': runs({
    Name: run,
    EventBusName: run,
    EventPattern: run,
    State: run,
    Targets: parts({
      Id: run,
      Arn: run,
      InputPath: run,
      InputTransformer: run,
      SqsParameters: run,
      DeadLetterConfig: run,
      RetryPolicy: inert('The local bus tries a fixed number of times within seconds, then dead-letters.'),
      RoleArn: identity,
    }),
    Description: text,
    RoleArn: identity,
    Tags: tags,
  }),
  'AWS::Lambda::Function': runs({
    FunctionName: run,
    Handler: run,
    Timeout: run,
    MemorySize: run,
    Environment: parts({ Variables: run }),
    Code: parts({ S3Key: run, S3Bucket: inert('The code is read from the assembly folder.') }),
    Runtime: inert('Functions run on the Node.js of the local stack; a test runs them on the deployed one.'),
    Architectures: inert('The processor is the one at hand.'),
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
  'AWS::Lambda::Alias': runs({
    FunctionName: run,
    Name: run,
    FunctionVersion: release,
    ProvisionedConcurrencyConfig: scaling,
    Description: text,
  }),
  'AWS::CloudFormation::Stack': runs({
    Parameters: run,
    TemplateURL: inert('The template is read from the assembly folder.'),
    Tags: tags,
  }),
  'AWS::Lambda::EventSourceMapping': runs({
    EventSourceArn: run,
    FunctionName: run,
    BatchSize: run,
    MaximumBatchingWindowInSeconds: run,
    ScalingConfig: run,
    FilterCriteria: run,
    FunctionResponseTypes: run,
    Enabled: run,
    StartingPosition: run,
    BisectBatchOnFunctionError: run,
    MaximumRetryAttempts: run,
    MaximumRecordAgeInSeconds: run,
    ParallelizationFactor: inert('The batches of a shard run one by one, an order that the factor allows too.'),
    DestinationConfig: parts({ OnFailure: parts({ Destination: run }) }),
    KmsKeyArn: encryption,
    MetricsConfig: logging,
    Tags: tags,
  }),
  'AWS::Scheduler::Schedule': runs({
    Name: run,
    ScheduleExpression: run,
    State: run,
    Target: parts({
      Arn: run,
      Input: run,
      RoleArn: identity,
      RetryPolicy: inert('The next turn of a local schedule is its retry.'),
      DeadLetterConfig: inert('A local invocation that fails is reported in the log.'),
    }),
    FlexibleTimeWindow: inert('Local schedules fire on time.'),
    ScheduleExpressionTimezone: inert('Local schedules are rates, which have no time zone.'),
    Description: text,
    GroupName: identity,
    KmsKeyArn: encryption,
  }),
  'AWS::ApiGateway::RestApi': runs({
    Name: run,
    Body: run,
    BinaryMediaTypes: run,
    MinimumCompressionSize: run,
    Description: text,
    Parameters: firewall,
    EndpointConfiguration: firewall,
    DisableExecuteApiEndpoint: firewall,
    SecurityPolicy: firewall,
    EndpointAccessMode: firewall,
    Policy: identity,
    FailOnWarnings: inert('It guards the import of the document in the cloud.'),
    Mode: inert('It guards the import of the document in the cloud.'),
    Tags: tags,
  }),
  'AWS::ApiGateway::GatewayResponse': runs({
    RestApiId: run,
    ResponseType: run,
    StatusCode: run,
    ResponseParameters: run,
    ResponseTemplates: run,
  }),
  'AWS::ApiGateway::Stage': runs({
    RestApiId: run,
    StageName: run,
    Variables: run,
    DeploymentId: inert('The local server serves the document as it stands.'),
    MethodSettings: throttling,
    AccessLogSetting: logging,
    TracingEnabled: tracing,
    Description: text,
    Tags: tags,
  }),

  'AWS::ApiGateway::Deployment': inert('The local server serves the document as it stands.'),
  'AWS::ApiGateway::Account': logging,
  'AWS::Lambda::Version': release,
  'AWS::Lambda::EventInvokeConfig': inert('The next turn of a local schedule is its retry.'),
  'AWS::CodeDeploy::Application': release,
  'AWS::CodeDeploy::DeploymentGroup': release,
  'AWS::Route53::RecordSet': firewall,
  'AWS::ApiGateway::DomainName': firewall,
  'AWS::ApiGateway::BasePathMapping': firewall,
  'AWS::WAFv2::WebACL': firewall,
  'AWS::WAFv2::WebACLAssociation': firewall,
  'AWS::WAFv2::LoggingConfiguration': logging,
  'AWS::IAM::Role': identity,
  'AWS::IAM::Policy': identity,
  'AWS::IAM::ManagedPolicy': identity,
  'AWS::Lambda::Permission': identity,
  'AWS::SQS::QueuePolicy': identity,
  'AWS::S3::BucketPolicy': identity,
  'AWS::SNS::TopicPolicy': identity,
  'AWS::Events::EventBusPolicy': identity,
  'AWS::Scheduler::ScheduleGroup': identity,
  'AWS::KMS::Alias': inert('Functions are given the ARN of the key.'),
  'AWS::Logs::LogGroup': logging,
  'AWS::Logs::MetricFilter': logging,
  'AWS::Logs::QueryDefinition': logging,
  'AWS::Logs::ResourcePolicy': logging,
  'AWS::CloudWatch::Alarm': alarm,
  'AWS::CloudWatch::CompositeAlarm': alarm,
  'AWS::CloudWatch::Dashboard': alarm,
  'AWS::SNS::Topic': alarm,
  'AWS::SNS::Subscription': alarm,
  'AWS::Events::Archive': backup,
  'AWS::Backup::BackupPlan': backup,
  'AWS::Backup::BackupSelection': backup,
  'AWS::Backup::BackupVault': backup,
  'AWS::CDK::Metadata': text,
};
