import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { StageConfig } from '#infra/config/stages';
import { partnerBusStatements } from '#infra/policies/messaging-access';
import type { FilesGrant, Grant } from '#shared/contract/endpoints';
import { isProviderGrant } from '#shared/platform/providers/registry';

/** Resources that functions can access through grants. */
export interface Grantable {
  readonly webhookKey: IKey;
  readonly linkKey: IKey;
  readonly files: Bucket;
  readonly recordsKey: IKey;
}

interface FilesAccess {
  readonly action: 's3:PutObject' | 's3:GetObject' | 's3:DeleteObjectVersion';
  /** Pattern of the object keys; `*` matches any text. */
  readonly keys: string;
  /** True if the bucket must return 404, and not 403, for a missing object. */
  readonly tellsMissing?: true;
}

/** S3 access of each files grant. Typed as a complete record, so that a new grant without an entry does not compile. */
const FILES_ACCESS: Readonly<Record<FilesGrant, FilesAccess | undefined>> = {
  'uploads-write': { action: 's3:PutObject', keys: 'uploads/*' },
  // A browser can report an upload that never arrived. With a 404, the page can ask the user to upload the file again.
  'uploads-read': { action: 's3:GetObject', keys: 'uploads/*', tellsMissing: true },
  // Deletes the version of an upload after it was copied, so that the bucket contains no second copy.
  'uploads-delete': { action: 's3:DeleteObjectVersion', keys: 'uploads/*' },
  'kyc-files-write': { action: 's3:PutObject', keys: 'people/*/kyc/*' },
  'kyc-files-read': { action: 's3:GetObject', keys: 'people/*/kyc/*' },
  'signatures-write': { action: 's3:PutObject', keys: 'people/*/signatures/*' },
  'signatures-read': { action: 's3:GetObject', keys: 'people/*/signatures/*' },
  'receipts-write': { action: 's3:PutObject', keys: 'people/*/receipts/*' },
  'receipts-read': { action: 's3:GetObject', keys: 'people/*/receipts/*' },
  'invoices-write': { action: 's3:PutObject', keys: 'invoices/*' },
  'logos-write': { action: 's3:PutObject', keys: 'logos/*' },
  'logos-read': { action: 's3:GetObject', keys: 'logos/*' },
  'files-address': undefined,
};

/** Returns true if a grant allows access to files. */
export function isFilesGrant(grant: Grant): grant is FilesGrant {
  return grant in FILES_ACCESS;
}

/** Returns the patterns of the object keys that grants allow, without duplicates. */
export function grantedKeys(grants: readonly Grant[]): string[] {
  const patterns = grants.filter(isFilesGrant).flatMap((grant) => FILES_ACCESS[grant]?.keys ?? []);
  return [...new Set(patterns)];
}

/** Builds a grant's policy statements: use of a KMS key, access to objects of the encrypted bucket, or sending to event buses. */
export function grantStatements(data: Grantable, grant: Grant): PolicyStatement[] {
  if (isFilesGrant(grant)) return filesStatements(data, FILES_ACCESS[grant]);
  // Statements of provider grants depend on the stage: see provider-access.ts.
  if (isProviderGrant(grant)) return [];
  const { webhookKey, linkKey } = data;
  switch (grant) {
    case 'webhook-key-encrypt':
      return [sealingStatement(webhookKey, 'kms:Encrypt')];
    case 'webhook-key-decrypt':
      return [sealingStatement(webhookKey, 'kms:Decrypt')];
    case 'link-key-mac':
      return [new PolicyStatement({ actions: ['kms:GenerateMac'], resources: [linkKey.keyArn] })];
    case 'provider-events':
      return [];
    case 'partner-buses':
      return partnerBusStatements();
  }
}

/**
 * Encryption and decryption of a webhook secret must specify the partner in the encryption context, so that no partner's secret
 * is decrypted for another partner.
 */
function sealingStatement({ keyArn }: IKey, action: 'kms:Encrypt' | 'kms:Decrypt'): PolicyStatement {
  return new PolicyStatement({
    actions: [action],
    resources: [keyArn],
    conditions: {
      'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['partnerId'] },
      // `ForAllValues` is also true for a request without values.
      Null: { 'kms:EncryptionContextKeys': 'false' },
    },
  });
}

/** Builds the statements for storing signed declarations with a retention lock. The list is empty if the stage has no lock. */
export function lockStatements(
  { files }: Grantable,
  grants: readonly Grant[],
  { signedRecordsLockedDays }: Pick<StageConfig, 'signedRecordsLockedDays'>,
): PolicyStatement[] {
  const keys = grants.includes('signatures-write') ? FILES_ACCESS['signatures-write']?.keys : undefined;
  if (keys === undefined || signedRecordsLockedDays === undefined) return [];
  return [new PolicyStatement({ actions: ['s3:PutObjectRetention'], resources: [files.arnForObjects(keys)] })];
}

function filesStatements({ files, recordsKey }: Grantable, access: FilesAccess | undefined): PolicyStatement[] {
  if (access === undefined) return [];
  const { action, keys, tellsMissing } = access;
  return [
    new PolicyStatement({ actions: [action], resources: [files.arnForObjects(keys)] }),
    ...(tellsMissing === true ? [listStatement(files, keys)] : []),
    ...keyActions[action].map((actions) => new PolicyStatement({ actions, resources: [recordsKey.keyArn] })),
  ];
}

/** KMS actions that each S3 action requires. Each inner list becomes one policy statement. */
const keyActions: Readonly<Record<FilesAccess['action'], readonly string[][]>> = {
  's3:PutObject': [['kms:Decrypt', 'kms:GenerateDataKey']],
  's3:GetObject': [['kms:Decrypt']],
  's3:DeleteObjectVersion': [],
};

/**
 * Allows `s3:ListBucket`, because S3 otherwise returns 403 instead of 404 for a missing object. To choose between 403 and 404, S3
 * compares the requested key with the condition `s3:prefix`.
 */
function listStatement(files: Bucket, keys: string): PolicyStatement {
  return new PolicyStatement({
    actions: ['s3:ListBucket'],
    resources: [files.bucketArn],
    conditions: { StringLike: { 's3:prefix': keys } },
  });
}
