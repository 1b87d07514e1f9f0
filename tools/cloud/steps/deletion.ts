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

/** Empties the files bucket with the operator tool, then deletes the sandbox and its restored table. */
export async function deleteStage(trial: Trial): Promise<string> {
  const { TableName } = (await trial.target('sandbox')).outputs;
  await trial.operate('sandbox', ['files', 'empty']);
  if (TableName.endsWith(RESTORED)) await deleteRestored(trial, TableName);
  await cdk(trial, trial.assembly('sandbox'), ['destroy', '--force']);
  return `${stackName('sandbox')} is removed`;
}

/** Lists the names of all resources in the account, of the types that a stage creates. */
async function readNames(aws: Aws): Promise<(string | undefined)[]> {
  // Without MaxResults, SQS returns one page and no token.
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

/** Matches the names of a stage's resources. */
const OURS = /partnerramp|partner-ramp/i;
/** Role that API Gateway uses to write logs. Other stages of the account can use it too. */
const KEPT = /ApiCloudWatchRole/;

/**
 * Checks that a deletion left no resources except `KEPT` and `stack`, the empty stack of a failed first deployment.
 * @throws CheckFailed with the names of the remaining resources
 */
export async function listLeftOver({ cloud: { aws } }: Trial, stack?: string): Promise<string> {
  const found = (await readNames(aws)).filter((name = '') => OURS.test(name) && name !== stack);
  const kept = found.filter((name = '') => KEPT.test(name));
  const left = found.filter((name) => !kept.includes(name));
  check(left.length === 0, `remaining resources:\n${left.join('\n')}`);
  return `no resources except ${kept.join(', ') || 'resources of the CDK'}`;
}

/** Checks that AWS refuses `cdk destroy` for production, and the deletion of its stack, table and bucket. */
export async function refuseDeletion(trial: Trial): Promise<string> {
  const { aws } = trial.cloud;
  const { TableName, FilesBucketName: Bucket } = (await trial.target('production')).outputs;
  // Stores a file first: S3 refuses to delete a bucket only if it contains a file.
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
  check(destroyed.message.includes('TerminationProtection'), `another failure of cdk destroy: ${destroyed.message}`);
  return `refused: ${Object.keys(refusals).join(', ')}, cdk destroy`;
}
