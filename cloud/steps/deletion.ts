import * as z from 'zod';
import { AwsRefusal, type CallName, pageOf } from '#cloud/aws/aws-caller';
import { stackName, type Trial } from '#cloud/plan/trial';
import { ProgramFailed } from '#cloud/programs';
import { check, failureOf } from '#cloud/steps/checks';
import { cdk } from '#cloud/steps/deployment';
import { deleteRestored, RESTORED } from '#cloud/steps/restore';

/** Empties the bucket of files by the operator tool, and removes the sandbox with its restored table. */
export async function deleteStage(trial: Trial): Promise<string> {
  const { TableName } = (await trial.target('sandbox')).outputs;
  await trial.operate('sandbox', ['files', 'empty']);
  if (TableName.endsWith(RESTORED)) await deleteRestored(trial, TableName);
  await cdk(trial, trial.assembly('sandbox'), ['destroy', '--force']);
  return `${stackName('sandbox')} is removed`;
}

const names = (list: string, name: string) =>
  pageOf(
    list,
    z.record(z.string(), z.unknown()).transform((one) => String(one[name])),
  );

/** Lists of the account, by the call that reads each. */
const LISTS: readonly (readonly [CallName, z.ZodType<readonly string[]>])[] = [
  ['cloudformation DescribeStacks', names('Stacks', 'StackName')],
  ['lambda ListFunctions', names('Functions', 'FunctionName')],
  ['dynamodb ListTables', pageOf('TableNames', z.string())],
  ['sqs ListQueues', pageOf('QueueUrls', z.string())],
  ['s3 ListBuckets', names('Buckets', 'Name')],
  ['logs DescribeLogGroups', names('logGroups', 'logGroupName')],
  ['cloudwatch DescribeAlarms', names('MetricAlarms', 'AlarmName')],
  ['iam ListRoles', names('Roles', 'RoleName')],
];

/** Names of what a stage makes. */
const OURS = /partnerramp|partner-ramp/i;
/** The role by which API Gateway writes logs, which other stages of the account may use. */
const KEPT = /ApiCloudWatchRole/;

/** Looks for resources of a stage that its deletion left behind. @param stack one that may be there, empty */
export async function listLeftOver({ cloud: { aws } }: Trial, stack?: string): Promise<string> {
  const left: string[] = [];
  const kept: string[] = [];
  for (const [call, form] of LISTS) {
    // Without a number SQS returns one page and no token.
    const parameters = call.startsWith('sqs') ? { MaxResults: 1000 } : {};
    const found = await aws.list(call, parameters, form);
    for (const name of found.filter((one) => OURS.test(one) && one !== stack))
      (KEPT.test(name) ? kept : left).push(`${call}: ${name}`);
  }
  check(left.length === 0, `left over:\n${left.join('\n')}`);
  return `nothing but ${kept.join(', ') || 'what the CDK has made'}`;
}

/** Production refuses to be deleted: as a stack, by the CDK, and its table and files by themselves. */
export async function refuseDeletion(trial: Trial): Promise<string> {
  const { aws } = trial.cloud;
  const { TableName, FilesBucketName: Bucket } = (await trial.target('production')).outputs;
  // A bucket with a file in it cannot be deleted; an empty one holds nothing to protect.
  await aws.send('s3 PutObject', { Bucket, Key: 'people/one/file', Body: 'kept' });
  const refusals = {
    stack: await failureOf(aws.send('cloudformation DeleteStack', { StackName: stackName('production') })),
    table: await failureOf(aws.send('dynamodb DeleteTable', { TableName })),
    bucket: await failureOf(aws.send('s3 DeleteBucket', { Bucket })),
  };
  for (const [what, refusal] of Object.entries(refusals))
    check(refusal instanceof AwsRefusal, `the deletion of the ${what} was not refused: ${refusal}`);
  const destroyed = await failureOf(cdk(trial, trial.assembly('production'), ['destroy', '--force']));
  check(destroyed instanceof ProgramFailed, 'cdk destroy was not refused');
  check(destroyed.message.includes('TerminationProtection'), `cdk destroy failed otherwise: ${destroyed.message}`);
  return `refused: ${Object.keys(refusals).join(', ')}, cdk destroy`;
}
