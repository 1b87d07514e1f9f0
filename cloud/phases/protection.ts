import { type AwsCall, AwsRefusal } from '#cloud/aws/aws-caller';
import { type Assembly, destroy } from '#cloud/cdk/commands';
import { check } from '#cloud/phases/checks';
import { ProgramFailed } from '#cloud/plan/programs';
import { stackName, type Target } from '#cloud/plan/target';

/** Production refuses to be deleted: as a stack, by the CDK, and its table and files by themselves. */
export async function checkProtection(target: Target, assembly: Assembly): Promise<string> {
  const { aws } = target.cloud;
  const { TableName, FilesBucketName: Bucket } = target.outputs;
  // A bucket with a file in it cannot be deleted; an empty one holds nothing to protect.
  await aws.send({
    service: 's3',
    operation: 'PutObject',
    parameters: { Bucket, Key: 'people/one/file', Body: 'kept' },
  });
  const refusals = {
    stack: await refusalOf(target, {
      service: 'cloudformation',
      operation: 'DeleteStack',
      parameters: { StackName: stackName(target) },
    }),
    table: await refusalOf(target, { service: 'dynamodb', operation: 'DeleteTable', parameters: { TableName } }),
    bucket: await refusalOf(target, { service: 's3', operation: 'DeleteBucket', parameters: { Bucket } }),
  };
  const destruction = await destroy(target.cloud, assembly).then(
    () => undefined,
    (error: unknown) => error,
  );
  check(destruction instanceof ProgramFailed, 'cdk destroy was not refused');
  check(destruction.message.includes('TerminationProtection'), `cdk destroy failed otherwise: ${destruction.message}`);
  return `refused: ${Object.entries(refusals)
    .map(([what, code]) => `${what} (${code})`)
    .join(', ')}, cdk destroy`;
}

/** @returns the code of the refusal */
async function refusalOf({ cloud: { aws } }: Target, call: AwsCall): Promise<string> {
  const refusal = await aws.send(call).then(
    () => undefined,
    (error: unknown) => error,
  );
  check(refusal instanceof AwsRefusal, `${call.operation} was not refused`);
  return refusal.code;
}
