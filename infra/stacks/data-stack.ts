import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
  type TableProps,
} from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { stageLimits, type TableLimits } from '#infra/capacity/limits';
import { acknowledge } from '#infra/checks/acknowledge';
import type { StageConfig } from '#infra/config/stages';
import { type PartOutputs, StagePart } from '#infra/stacks/stage-part';

/** The sparse index of items that are due at a time. */
export const DUE_INDEX = 'byDue';

/** As long as the longest-lived address that the service signs, one to download from. */
const LONGEST_SIGNATURE = Duration.minutes(15);

/** Everything that must outlive a deployment, and nothing else. It refers to no other part of the stage. */
export class DataStack extends StagePart {
  /** What the functions use: the stage's own table, or the one that was restored from it. */
  readonly table: ITable | Table;
  readonly files: Bucket;
  /** Encrypts the table and the files. */
  readonly recordsKey: Key;
  /** Seals webhook secrets inside the table: reading an item is not enough to read a secret. */
  readonly webhookKey: Key;
  /** Makes the tokens of links that people open, each again whenever it is shown (docs/adr/007). */
  readonly linkKey: Key;
  readonly outputs: PartOutputs;

  constructor(scope: Construct, id: string, config: StageConfig) {
    const removalPolicy = config.protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    super(scope, id, {
      description: `Table, files and keys of Partner Ramp (${config.name})`,
      removalPolicy,
    });

    this.recordsKey = new Key(this, 'RecordsKey', {
      description: `Partner Ramp ${config.name}: records and files at rest`,
      enableKeyRotation: true,
      removalPolicy,
    });
    this.webhookKey = new Key(this, 'WebhookKey', {
      description: `Partner Ramp ${config.name}: webhook secrets`,
      enableKeyRotation: true,
      // A copy of the table in another Region is of no use without it, and no key becomes one later (docs/adr/033).
      multiRegion: true,
      removalPolicy,
    });
    // Keys of this kind cannot be rotated, and another key would make other tokens of the same links.
    this.linkKey = new Key(this, 'LinkKey', {
      description: `Partner Ramp ${config.name}: tokens of links that people open`,
      keySpec: KeySpec.HMAC_256,
      keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
      multiRegion: true,
      removalPolicy,
    });
    for (const key of [this.recordsKey, this.webhookKey, this.linkKey]) key.addToResourcePolicy(servicesAloneGrant());

    const limits = stageLimits(config);
    const own = new Table(this, 'Table', {
      partitionKey: { name: 'PK', type: AttributeType.STRING },
      sortKey: { name: 'SK', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      ...throughput(limits.table),
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: this.recordsKey,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: 'ttl',
      // The old image shows which writes made a new version.
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
      deletionProtection: config.protectData,
      removalPolicy,
    });
    own.addGlobalSecondaryIndex({
      indexName: DUE_INDEX,
      partitionKey: { name: 'duePk', type: AttributeType.STRING },
      sortKey: { name: 'dueAt', type: AttributeType.NUMBER },
      // Beside the keys, only what says which queue the item belongs to.
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ['entity'],
      ...throughput(limits.index),
    });

    this.table = restored(this, config) ?? own;

    this.files = new Bucket(this, 'Files', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.KMS,
      encryptionKey: this.recordsKey,
      // One data key per bucket and period instead of one call to the key service per object.
      bucketKeyEnabled: true,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      // No retention by default: each signed declaration is stored with its own, and everything else can be deleted.
      ...(config.signedRecordsLockedDays !== undefined && { objectLockEnabled: true }),
      lifecycleRules: [
        { id: 'unfinished-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
        // Long enough to undo a mistake, short enough for an erasure request to be honoured.
        {
          id: 'replaced-files',
          noncurrentVersionExpiration: Duration.days(30),
          expiredObjectDeleteMarker: true,
        },
        // An upload is copied to its place when it is accepted; what is left is not needed.
        {
          id: 'uploads',
          prefix: 'uploads/',
          expiration: Duration.days(2),
          noncurrentVersionExpiration: Duration.days(2),
        },
      ],
      cors: [
        {
          id: 'signed-uploads',
          // The signed address is what lets a browser in. The pages' origin is known to another stack only.
          allowedOrigins: ['*'],
          allowedMethods: [HttpMethods.PUT],
          allowedHeaders: ['content-type', 'x-amz-*'],
          maxAge: 3000,
        },
      ],
      removalPolicy,
    });
    // No signed address is valid for longer than the longest that the service signs, whatever the signer sets.
    this.files.addToResourcePolicy(
      new PolicyStatement({
        sid: 'NoOldSignatures',
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['s3:*'],
        resources: [this.files.bucketArn, this.files.arnForObjects('*')],
        conditions: { NumericGreaterThan: { 's3:signatureAge': LONGEST_SIGNATURE.toMilliseconds() } },
      }),
    );
    acknowledge(this.files, {
      'AwsSolutions-S1':
        'Names of objects hold ids of people, and an access log would repeat them in a second bucket. Only functions reach this one, and they log what they do.',
    });

    this.outputs = {
      TableName: { value: this.table.tableName, description: 'The single table' },
      FilesBucketName: { value: this.files.bucketName, description: 'Files that partners upload' },
      WebhookKeyArn: { value: this.webhookKey.keyArn, description: 'Key that seals webhook secrets' },
      LinkKeyArn: { value: this.linkKey.keyArn, description: 'Key that makes the tokens of links' },
    };
  }
}

/** The table service lets itself use a key by a grant. A grant to anyone else would pass by the policies of roles. */
function servicesAloneGrant(): PolicyStatement {
  return new PolicyStatement({
    sid: 'GrantsForServicesAlone',
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: ['kms:CreateGrant'],
    resources: ['*'],
    conditions: { BoolIfExists: { 'kms:GrantIsForAWSResource': 'false', 'aws:PrincipalIsAWSService': 'false' } },
  });
}

/** The table that the stage's settings name in place of its own. The same keys encrypt it. */
function restored(scope: Construct, { restoredTable }: StageConfig): ITable | undefined {
  if (restoredTable === undefined) return undefined;
  return Table.fromTableAttributes(scope, 'RestoredTable', {
    tableName: restoredTable.name,
    tableStreamArn: restoredTable.streamArn,
  });
}

/** What a table or an index takes at most, and from its first second. */
function throughput({
  maximum,
  warm,
}: TableLimits): Pick<TableProps, 'maxReadRequestUnits' | 'maxWriteRequestUnits' | 'warmThroughput'> {
  return {
    maxReadRequestUnits: maximum.read,
    maxWriteRequestUnits: maximum.write,
    ...(warm && { warmThroughput: { readUnitsPerSecond: warm.read, writeUnitsPerSecond: warm.write } }),
  };
}
