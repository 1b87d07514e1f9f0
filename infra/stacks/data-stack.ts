import { Duration } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { acknowledge } from '#infra/checks/acknowledge';
import type { StageConfig } from '#infra/config/stages';
import { retention } from '#infra/constructs/retention';
import { type PartOutputs, StagePart } from '#infra/stacks/stage-part';
import { stageRecords } from '#infra/stacks/stage-records';

/** Longest lifetime of the URLs that the service signs. Download URLs have this lifetime. */
const LONGEST_SIGNATURE = Duration.minutes(15);

/** The resources that must survive every deployment: table, files and keys. The stack depends on no other part of the stage. */
export class DataStack extends StagePart {
  /** Table that the functions use: the stage's table, or a table restored from it. */
  readonly table: ITableV2;
  readonly files: Bucket;
  /** Encrypts the table and the files. */
  readonly recordsKey: IKey;
  /** Encrypts webhook secrets inside the table, so that access to an item does not reveal the secret. */
  readonly webhookKey: IKey;
  /**
   * Computes the tokens of links that people open. A token is computed again for each response that contains the link
   * (docs/adr/008).
   */
  readonly linkKey: IKey;
  readonly outputs: PartOutputs;

  constructor(scope: Construct, id: string, config: StageConfig) {
    const removalPolicy = retention(config);
    super(scope, id, {
      description: `Table, files and keys of Partner Ramp (${config.name})`,
      removalPolicy,
    });

    const { recordsKey, webhookKey, linkKey, table } = stageRecords(this, config);
    this.recordsKey = recordsKey;
    this.webhookKey = webhookKey;
    this.linkKey = linkKey;
    this.table = table;

    this.files = new Bucket(this, 'Files', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.KMS,
      encryptionKey: this.recordsKey,
      // Uses one data key for many objects, instead of one KMS request per object.
      bucketKeyEnabled: true,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      // The bucket has no default retention. The service sets one for each signed declaration; all other objects can be deleted.
      ...(config.signedRecordsLockedDays !== undefined && { objectLockEnabled: true }),
      lifecycleRules: [
        { id: 'unfinished-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
        // 30 days are long enough to undo a mistake and short enough for an erasure request.
        {
          id: 'replaced-files',
          noncurrentVersionExpiration: Duration.days(30),
          expiredObjectDeleteMarker: true,
        },
        // The service copies an accepted upload to its final key, so the original is not needed.
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
          // The signed URL grants access, so any origin is safe. This stack does not know the origin of the hosted pages.
          allowedOrigins: ['*'],
          allowedMethods: [HttpMethods.PUT],
          allowedHeaders: ['content-type', 'x-amz-*'],
          maxAge: 3000,
        },
      ],
      removalPolicy,
    });
    // Rejects signed URLs older than `LONGEST_SIGNATURE`, regardless of the signer.
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
        'Object names contain ids of people, and an access log would copy these ids to a second bucket. Only functions access this bucket, and they write logs.',
    });

    this.outputs = {
      TableName: { value: this.table.tableName, description: 'Name of the table' },
      FilesBucketName: { value: this.files.bucketName, description: 'Name of the bucket for files' },
      WebhookKeyArn: { value: this.webhookKey.keyArn, description: 'Key that encrypts webhook secrets' },
      LinkKeyArn: { value: this.linkKey.keyArn, description: 'Key that computes the tokens of links' },
    };
  }
}
