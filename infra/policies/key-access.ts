import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Grant } from '#shared/api/endpoints';

const ACTION: Readonly<Record<Grant, string>> = {
  'webhook-key-encrypt': 'kms:Encrypt',
  'webhook-key-decrypt': 'kms:Decrypt',
};

/** What a grant of a row lets a function do with the key that seals webhook secrets. */
export function webhookKeyStatement(key: Key, grant: Grant): PolicyStatement {
  return new PolicyStatement({ actions: [ACTION[grant]], resources: [key.keyArn] });
}
