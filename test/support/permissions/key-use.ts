/** Uses of a key by services of the cloud, in the name of a caller whose call needs it. No emulation shows these. */
import { LOCAL_REGION } from '#local/engines/local-cloud';
import type { CallRecord } from '#local/recording/call-recorder';

/** The actions by which objects of an encrypted bucket are put and read. */
const OBJECT_KEY_USE: Readonly<Record<string, string>> = {
  's3:PutObject': 'kms:GenerateDataKey',
  's3:GetObject': 'kms:Decrypt',
};

/**
 * The use of the records' key that a call needs:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.usagenotes.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingKMSEncryption.html
 */
export function keyUseOf({ caller, action, resource }: CallRecord, recordsKey: string): CallRecord[] {
  const keyCall = (keyAction: string, service: string, contextKeys: readonly string[]): CallRecord[] => [
    {
      caller,
      action: keyAction,
      resource: recordsKey,
      context: {
        'kms:ViaService': `${service}.${LOCAL_REGION}.amazonaws.com`,
        'kms:EncryptionContextKeys': contextKeys,
      },
    },
  ];
  const objectUse = OBJECT_KEY_USE[action];
  if (objectUse !== undefined) return keyCall(objectUse, 's3', ['aws:s3:arn']);
  const isOfTable = action.startsWith('dynamodb:') && resource.includes(':table/');
  return isOfTable ? keyCall('kms:Decrypt', 'dynamodb', ['aws:dynamodb:tableName', 'aws:dynamodb:subscriberId']) : [];
}
