import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { StageConfig } from '#infra/config/stages';
import { partnerBusStatements } from '#infra/policies/messaging-access';
import type { FilesGrant, Grant } from '#shared/contract/endpoints';
import { isProviderGrant } from '#shared/platform/providers/registry';

/** Resources that the grants of rows open. */
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

/** Access of each grant of files. Total, so that a new one without keys does not compile. */
const FILES_ACCESS: Readonly<Record<FilesGrant, FilesAccess | undefined>> = {
  'uploads-write': { action: 's3:PutObject', keys: 'uploads/*' },
  // A browser may report an upload that never arrived: the page then asks for it again.
  'uploads-read': { action: 's3:GetObject', keys: 'uploads/*', tellsMissing: true },
  // The version that was taken over: the bucket keeps no other copy of it.
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

/** Returns true if a grant is one of files. */
export function isFilesGrant(grant: Grant): grant is FilesGrant {
  return grant in FILES_ACCESS;
}

/** Patterns of the keys that grants open, each once. */
export function grantedKeys(grants: readonly Grant[]): string[] {
  const patterns = grants.filter(isFilesGrant).flatMap((grant) => FILES_ACCESS[grant]?.keys ?? []);
  return [...new Set(patterns)];
}

/** Builds the statements of a row's grant: one key action, or objects under the bucket's key. */
export function grantStatements(data: Grantable, grant: Grant): PolicyStatement[] {
  if (isFilesGrant(grant)) return filesStatements(data, FILES_ACCESS[grant]);
  // The statements of this grant depend on the stage: see provider-access.ts.
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

/** A secret is sealed for one partner, and opened for the same one alone: both have to name it. */
function sealingStatement({ keyArn }: IKey, action: 'kms:Encrypt' | 'kms:Decrypt'): PolicyStatement {
  return new PolicyStatement({
    actions: [action],
    resources: [keyArn],
    conditions: {
      'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['partnerId'] },
      // The condition "all values" is also true for a request without values.
      Null: { 'kms:EncryptionContextKeys': 'false' },
    },
  });
}

/** Builds the statements to store a signed declaration that no one can delete for a time, if the stage locks them. */
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

/** Key actions that each action on the bucket needs, as the actions of one statement or of none. */
const keyActions: Readonly<Record<FilesAccess['action'], readonly string[][]>> = {
  's3:PutObject': [['kms:Decrypt', 'kms:GenerateDataKey']],
  's3:GetObject': [['kms:Decrypt']],
  's3:DeleteObjectVersion': [],
};

/**
 * Without the permission to list, the bucket returns 403 for a missing object, as if it were forbidden. The bucket takes the
 * key that was requested as the prefix when it decides which of the two to return.
 */
function listStatement(files: Bucket, keys: string): PolicyStatement {
  return new PolicyStatement({
    actions: ['s3:ListBucket'],
    resources: [files.bucketArn],
    conditions: { StringLike: { 's3:prefix': keys } },
  });
}
