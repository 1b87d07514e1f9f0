import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Grant } from '#shared/api/endpoints';

/** What the grants of rows open. */
export interface Grantable {
  readonly webhookKey: Key;
  readonly linkKey: Key;
  readonly files: Bucket;
  readonly recordsKey: Key;
}

/** What a grant of a row lets a function do: one key action, or objects under the bucket's key. */
export function grantStatements(
  { webhookKey, linkKey, files, recordsKey }: Grantable,
  grant: Grant,
): PolicyStatement[] {
  switch (grant) {
    case 'webhook-key-encrypt':
      return [new PolicyStatement({ actions: ['kms:Encrypt'], resources: [webhookKey.keyArn] })];
    case 'webhook-key-decrypt':
      return [new PolicyStatement({ actions: ['kms:Decrypt'], resources: [webhookKey.keyArn] })];
    case 'link-key-mac':
      return [new PolicyStatement({ actions: ['kms:GenerateMac'], resources: [linkKey.keyArn] })];
    case 'files-write':
      return [
        // Objects of this bucket alone; their names are made as they come.
        new PolicyStatement({ actions: ['s3:PutObject'], resources: [files.arnForObjects('*')] }),
        new PolicyStatement({
          actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
          resources: [recordsKey.keyArn],
        }),
      ];
    case 'files-address':
    // What it opens depends on the stage: see provider-access.ts.
    case 'verification-provider':
    case 'rates-provider':
    case 'custody-provider':
    case 'banking-provider':
    case 'bank-verification-provider':
    case 'provider-events':
      return [];
    case 'files-read':
      return [
        new PolicyStatement({ actions: ['s3:GetObject'], resources: [files.arnForObjects('*')] }),
        // Whoever may not list is told 403 of an object that is not there, as if it were forbidden.
        new PolicyStatement({ actions: ['s3:ListBucket'], resources: [files.bucketArn] }),
        new PolicyStatement({ actions: ['kms:Decrypt'], resources: [recordsKey.keyArn] }),
      ];
  }
}
