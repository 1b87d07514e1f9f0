import { Aws, Duration } from 'aws-cdk-lib';
import { CfnGlobalTable, type ITableV2, type TableAttributesV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { StageLimits, TableLimits } from '#infra/capacity/limits';
import { acknowledge } from '#infra/checks/acknowledge';
import type { StageConfig } from '#infra/config/stages';
import { retention } from '#infra/constructs/retention';
import { stageTags } from '#infra/stacks/stack-props';
import { type PartOutputs, StagePart } from '#infra/stacks/stage-part';

/** The sparse index of items that are due at a time. */
export const DUE_INDEX = 'byDue';

/** As long as the longest-lived address that the service signs, one to download from. */
const LONGEST_SIGNATURE = Duration.minutes(15);

export interface DataStackProps {
  readonly config: StageConfig;
  /** Units that the table and its index take. */
  readonly limits: Pick<StageLimits, 'table' | 'index'>;
}

/** Everything that must outlive a deployment, and nothing else. It refers to no other part of the stage. */
export class DataStack extends StagePart {
  /** Table of the functions: the stage's own, or the one that was restored from it. */
  readonly table: ITableV2;
  readonly files: Bucket;
  /** Encrypts the table and the files. */
  readonly recordsKey: Key;
  /** Seals webhook secrets inside the table: reading an item is not enough to read a secret. */
  readonly webhookKey: Key;
  /** Makes the tokens of links that people open, each again whenever it is shown (docs/adr/007). */
  readonly linkKey: Key;
  readonly outputs: PartOutputs;

  constructor(scope: Construct, id: string, { config, limits }: DataStackProps) {
    const removalPolicy = retention(config);
    super(scope, id, {
      description: `Table, files and keys of Partner Ramp (${config.name})`,
      removalPolicy,
    });

    this.recordsKey = new Key(this, 'RecordsKey', {
      description: `Partner Ramp ${config.name}: records and files at rest`,
      enableKeyRotation: true,
      // No key becomes one for several Regions later (docs/adr/047).
      multiRegion: true,
      removalPolicy,
    });
    this.webhookKey = new Key(this, 'WebhookKey', {
      description: `Partner Ramp ${config.name}: webhook secrets`,
      enableKeyRotation: true,
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

    const own = globalTable(this, { config, limits, key: this.recordsKey });
    own.applyRemovalPolicy(removalPolicy);
    this.table = TableV2.fromTableAttributes(
      this,
      'UsedTable',
      usedTable(config) ?? { tableName: own.ref, tableStreamArn: own.attrStreamArn },
    );

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

interface GlobalTableProps extends DataStackProps {
  /** Encrypts the replica of this Region. */
  readonly key: Key;
}

/**
 * Makes the stage's own table: of one replica, to which one in another Region can be added in place (docs/adr/047). The library's
 * construct for it takes no key in a stack whose Region is the deployer's.
 */
function globalTable(scope: Construct, { config, limits, key }: GlobalTableProps): CfnGlobalTable {
  const { table, index } = limits;
  return new CfnGlobalTable(scope, 'Table', {
    attributeDefinitions: [
      { attributeName: 'PK', attributeType: 'S' },
      { attributeName: 'SK', attributeType: 'S' },
      { attributeName: 'duePk', attributeType: 'S' },
      { attributeName: 'dueAt', attributeType: 'N' },
    ],
    keySchema: keySchema('PK', 'SK'),
    billingMode: 'PAY_PER_REQUEST',
    writeOnDemandThroughputSettings: { maxWriteRequestUnits: table.maximum.write },
    ...warmThroughput(table),
    sseSpecification: { sseEnabled: true, sseType: 'KMS' },
    timeToLiveSpecification: { enabled: true, attributeName: 'ttl' },
    // The old image shows which writes made a new version.
    streamSpecification: { streamViewType: 'NEW_AND_OLD_IMAGES' },
    globalSecondaryIndexes: [
      {
        indexName: DUE_INDEX,
        keySchema: keySchema('duePk', 'dueAt'),
        // Beside the keys, only what says which queue the item belongs to.
        projection: { projectionType: 'INCLUDE', nonKeyAttributes: ['entity'] },
        writeOnDemandThroughputSettings: { maxWriteRequestUnits: index.maximum.write },
        ...warmThroughput(index),
      },
    ],
    replicas: [
      {
        region: Aws.REGION,
        sseSpecification: { kmsMasterKeyId: key.keyArn },
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
        deletionProtectionEnabled: config.protectData,
        readOnDemandThroughputSettings: { maxReadRequestUnits: table.maximum.read },
        globalSecondaryIndexes: [
          {
            indexName: DUE_INDEX,
            readOnDemandThroughputSettings: { maxReadRequestUnits: index.maximum.read },
          },
        ],
        // CloudFormation gives the tags of a stack to no replica.
        tags: Object.entries(stageTags(config)).map(([key, value]) => ({ key, value })),
      },
    ],
  });
}

function keySchema(partitionKey: string, sortKey: string): CfnGlobalTable.KeySchemaProperty[] {
  return [
    { attributeName: partitionKey, keyType: 'HASH' },
    { attributeName: sortKey, keyType: 'RANGE' },
  ];
}

/** Units a second that a table or an index takes from its first second. */
function warmThroughput({ warm }: TableLimits): Pick<CfnGlobalTable.GlobalSecondaryIndexProperty, 'warmThroughput'> {
  return warm === undefined
    ? {}
    : { warmThroughput: { readUnitsPerSecond: warm.read, writeUnitsPerSecond: warm.write } };
}

/** The restored table that the stage's settings name in place of its own. The same keys encrypt it. */
function usedTable({ restoredTable }: StageConfig): TableAttributesV2 | undefined {
  return restoredTable && { tableName: restoredTable.name, tableStreamArn: restoredTable.streamArn };
}
