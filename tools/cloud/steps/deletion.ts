import { paginateDescribeStacks } from '@aws-sdk/client-cloudformation';
import { paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch';
import { paginateDescribeLogGroups } from '@aws-sdk/client-cloudwatch-logs';
import { paginateListTables } from '@aws-sdk/client-dynamodb';
import { paginateListRoles } from '@aws-sdk/client-iam';
import { paginateListFunctions } from '@aws-sdk/client-lambda';
import { paginateListBuckets } from '@aws-sdk/client-s3';
import { paginateListQueues } from '@aws-sdk/client-sqs';
import { type Aws, readAll } from '#cloud/aws/clients';
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

/** Names of everything in the account that a stage has some of. */
async function readNames(aws: Aws): Promise<(string | undefined)[]> {
  // Without a number SQS returns one page and no token.
  const queues = paginateListQueues({ client: aws.sqs }, { MaxResults: 1000 });
  const lists = [
    readAll(paginateDescribeStacks({ client: aws.cloudFormation }, {}), (page) =>
      page.Stacks?.map((one) => one.StackName),
    ),
    readAll(paginateListFunctions({ client: aws.lambda }, {}), (page) =>
      page.Functions?.map((one) => one.FunctionName),
    ),
    readAll(paginateListTables({ client: aws.dynamodb }, {}), (page) => page.TableNames),
    readAll(queues, (page) => page.QueueUrls),
    readAll(paginateListBuckets({ client: aws.s3 }, {}), (page) => page.Buckets?.map((one) => one.Name)),
    readAll(paginateDescribeLogGroups({ client: aws.logs }, {}), (page) =>
      page.logGroups?.map((one) => one.logGroupName),
    ),
    readAll(paginateDescribeAlarms({ client: aws.cloudWatch }, {}), (page) =>
      page.MetricAlarms?.map((one) => one.AlarmName),
    ),
    readAll(paginateListRoles({ client: aws.iam }, {}), (page) => page.Roles?.map((one) => one.RoleName)),
  ];
  return (await Promise.all<(string | undefined)[]>(lists)).flat();
}

/** Names of a stage's resources. */
const OURS = /partnerramp|partner-ramp/i;
/** The role by which API Gateway writes logs, which other stages of the account may use. */
const KEPT = /ApiCloudWatchRole/;

/** Looks for resources of a stage that its deletion left behind. @param stack one that may be there, empty */
export async function listLeftOver({ cloud: { aws } }: Trial, stack?: string): Promise<string> {
  const found = (await readNames(aws)).filter((name = '') => OURS.test(name) && name !== stack);
  const kept = found.filter((name = '') => KEPT.test(name));
  const left = found.filter((name) => !kept.includes(name));
  check(left.length === 0, `left over:\n${left.join('\n')}`);
  return `nothing but ${kept.join(', ') || 'what the CDK has made'}`;
}

/** Production refuses to be deleted: as a stack, by the CDK, and its table and files by themselves. */
export async function refuseDeletion(trial: Trial): Promise<string> {
  const { aws } = trial.cloud;
  const { TableName, FilesBucketName: Bucket } = (await trial.target('production')).outputs;
  // A bucket with a file in it cannot be deleted; an empty one holds nothing to protect.
  await aws.s3.putObject({ Bucket, Key: 'people/one/file', Body: 'kept' });
  const refusals = {
    stack: await failureOf(aws.cloudFormation.deleteStack({ StackName: stackName('production') })),
    table: await failureOf(aws.dynamodb.deleteTable({ TableName })),
    bucket: await failureOf(aws.s3.deleteBucket({ Bucket })),
  };
  for (const [what, refusal] of Object.entries(refusals))
    check(
      refusal instanceof Error && '$metadata' in refusal,
      `the deletion of the ${what} was not refused: ${refusal}`,
    );
  const destroyed = await failureOf(cdk(trial, trial.assembly('production'), ['destroy', '--force']));
  check(destroyed instanceof ProgramFailed, 'cdk destroy was not refused');
  check(destroyed.message.includes('TerminationProtection'), `cdk destroy failed otherwise: ${destroyed.message}`);
  return `refused: ${Object.keys(refusals).join(', ')}, cdk destroy`;
}
