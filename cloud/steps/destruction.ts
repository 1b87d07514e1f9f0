import * as z from 'zod';
import { type AwsCaller, AwsRefusal, type CallName, pageOf } from '#cloud/aws/aws-caller';
import { destroy } from '#cloud/cdk/commands';
import type { Rehearsal } from '#cloud/plan/context';
import { ProgramFailed } from '#cloud/plan/programs';
import { stackName, type Target } from '#cloud/plan/target';
import { readGatewayAccount } from '#cloud/preflight/account-reads';
import { check, failureOf } from '#cloud/steps/checks';

const version = z.object({ Key: z.string(), VersionId: z.string() });
const objectVersions = z.object({
  Versions: z.array(version).default([]),
  DeleteMarkers: z.array(version).default([]),
});

const deletion = z.object({ Errors: z.array(z.object({ Key: z.string(), Code: z.string() })).default([]) });

/**
 * Empties the bucket of files, as a person has to before.
 * @returns how many objects went
 * @throws CheckFailed where one of them cannot go, as a locked one
 */
async function emptyBucket({ cloud: { aws }, outputs: { FilesBucketName: Bucket } }: Target): Promise<number> {
  for (let emptied = 0; ; ) {
    const { Versions, DeleteMarkers } = await aws.call('s3 ListObjectVersions', { Bucket }, objectVersions);
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
    if (Objects.length === 0) return emptied;
    const [refused] = (await aws.call('s3 DeleteObjects', { Bucket, Delete: { Objects } }, deletion)).Errors;
    check(refused === undefined, `an object of the bucket cannot go: ${refused?.Code}`);
    emptied += Objects.length;
  }
}

/** Refusals of a bucket or a stack that a cut run has removed already. */
const GONE = /NoSuchBucket|does not exist/;

/** Removes the stage, once its bucket is empty, and the support stack of a rehearsal. */
export async function destroyAll(rehearsal: Rehearsal): Promise<string> {
  const { cloud, place } = rehearsal;
  const emptied = await rehearsal
    .target()
    .then(emptyBucket)
    .catch((error: unknown) => {
      if (error instanceof AwsRefusal && GONE.test(error.message)) return 0;
      throw error;
    });
  await destroy(cloud, rehearsal.assembly('first'));
  if (place.run.hasSupport) await destroy(cloud, rehearsal.assembly('support'));
  return `${emptied} objects taken out first; every stack is gone; ${await removeGatewayRole(rehearsal)}`;
}

/** The account's role by which the gateway writes logs, where this stage has set it. It outlives the stage, as others may use it. */
export async function removeGatewayRole({ cloud: { aws }, place }: Rehearsal): Promise<string> {
  const { cloudwatchRoleArn } = await readGatewayAccount({ aws });
  const RoleName = cloudwatchRoleArn?.split('/').at(-1) ?? '';
  if (!RoleName.startsWith(`${stackName(place.run)}-`)) return 'no role of the gateway was of this stage';
  // The setting goes last: it is by what a repeated run knows the role.
  await deleteRole({ aws, RoleName });
  const patchOperations = [{ op: 'replace', path: '/cloudwatchRoleArn', value: '' }];
  await aws.send('apigateway UpdateAccount', { patchOperations });
  return `${RoleName}, which outlived its stage, is removed`;
}

/** Deletes a role with its policies; one that a cut run has deleted counts as done. */
async function deleteRole({ aws, RoleName }: { readonly aws: AwsCaller; readonly RoleName: string }): Promise<void> {
  const ifThere = async <T>(call: Promise<T>): Promise<T | undefined> =>
    await call.catch((error: unknown) => {
      if (error instanceof AwsRefusal && error.isAbsence) return undefined;
      throw error;
    });
  const policy = z.object({ PolicyArn: z.string() });
  const attached = aws.list('iam ListAttachedRolePolicies', { RoleName }, pageOf('AttachedPolicies', policy));
  for (const { PolicyArn } of (await ifThere(attached)) ?? [])
    await ifThere(aws.send('iam DetachRolePolicy', { RoleName, PolicyArn }));
  await ifThere(aws.send('iam DeleteRole', { RoleName }));
}

/** A list of the account, by the call that reads it, and how to remove what is in it. */
interface Listing {
  readonly call: CallName;
  /** @default none */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** The names on a page of it. */
  readonly names: z.ZodType<readonly string[]>;
  /** A command that removes one. */
  readonly remove: (name: string) => string;
}

const names = (list: string, name: string) =>
  pageOf(
    list,
    z.record(z.string(), z.unknown()).transform((one) => String(one[name])),
  );

const LISTINGS: readonly Listing[] = [
  {
    call: 'cloudformation DescribeStacks',
    names: names('Stacks', 'StackName'),
    remove: (name) => `aws cloudformation delete-stack --stack-name ${name}`,
  },
  {
    call: 'lambda ListFunctions',
    names: names('Functions', 'FunctionName'),
    remove: (name) => `aws lambda delete-function --function-name ${name}`,
  },
  {
    call: 'dynamodb ListTables',
    names: pageOf('TableNames', z.string()),
    remove: (name) => `aws dynamodb delete-table --table-name ${name}`,
  },
  {
    // Without a number there is one page and no token.
    call: 'sqs ListQueues',
    parameters: { MaxResults: 1000 },
    names: pageOf('QueueUrls', z.string()),
    remove: (name) => `aws sqs delete-queue --queue-url ${name}`,
  },
  {
    call: 's3 ListBuckets',
    names: names('Buckets', 'Name'),
    remove: removeBucket,
  },
  {
    call: 'logs DescribeLogGroups',
    names: names('logGroups', 'logGroupName'),
    remove: (name) => `aws logs delete-log-group --log-group-name ${name}`,
  },
  {
    call: 'cloudwatch DescribeAlarms',
    names: names('MetricAlarms', 'AlarmName'),
    remove: (name) => `aws cloudwatch delete-alarms --alarm-names ${name}`,
  },
  {
    call: 'iam ListRoles',
    names: names('Roles', 'RoleName'),
    remove: removeRole,
  },
];

/** A role goes without policies alone. */
function removeRole(name: string): string {
  const attached = `aws iam list-attached-role-policies --role-name ${name} --query AttachedPolicies[].PolicyArn --output text`;
  const inline = `aws iam list-role-policies --role-name ${name} --query PolicyNames --output text`;
  return [
    `for arn in $(${attached}); do aws iam detach-role-policy --role-name ${name} --policy-arn $arn; done`,
    `for policy in $(${inline}); do aws iam delete-role-policy --role-name ${name} --policy-name $policy; done`,
    `aws iam delete-role --role-name ${name}`,
  ].join('; ');
}

/** Up to a thousand versions go at a time; a bucket with one cannot be deleted. */
function removeBucket(name: string): string {
  const versions = `aws s3api list-object-versions --bucket ${name} --query '{Objects: Versions[].{Key: Key, VersionId: VersionId}}'`;
  return `aws s3api delete-objects --bucket ${name} --delete "$(${versions})"; aws s3 rb s3://${name} --force`;
}

/** Names of what a stage, its rehearsal and the CDK make. */
const OURS = /partnerramp|partner-ramp|^cdktoolkit$|cdk-hnb659fds/i;

/** Names of the CDK's own stack and of its parts, which serve every stage of the account. */
const OF_THE_CDK = /cdktoolkit|cdk-hnb659fds/i;

/** Everything by our names that is still there, with the command that removes it. */
export async function listLeftOver({ cloud: { aws }, place }: Rehearsal): Promise<string> {
  const lines: string[] = [];
  for (const { call, parameters = {}, names: form, remove } of LISTINGS)
    lines.push(...(await aws.list(call, parameters, form)).filter((name) => OURS.test(name)).map(remove));
  lines.push(...(await keysToGo(aws)));
  const kept = lines.filter((line) => OF_THE_CDK.test(line));
  const others = lines.filter((line) => !OF_THE_CDK.test(line) && !line.startsWith('('));
  check(others.length === 0, `left over, with what removes it:\n${others.join('\n')}`);
  if (!place.run.hasSupport) return 'nothing of the stage; what the CDK made is left';
  return [
    'nothing of the stage; left are, with what removes them:',
    ...lines.filter((line) => line.startsWith('(')),
    ...kept,
  ].join('\n');
}

const keys = pageOf('Keys', z.object({ KeyId: z.string() }));
const key = z.object({
  KeyMetadata: z.object({
    Description: z.string().default(''),
    KeyState: z.string(),
    DeletionDate: z.string().optional(),
  }),
});

/** Keys of a stage wait for their deletion, which costs nothing and can be cancelled. */
async function keysToGo(aws: Rehearsal['cloud']['aws']): Promise<string[]> {
  const lines: string[] = [];
  for (const { KeyId } of await aws.list('kms ListKeys', {}, keys)) {
    const { Description, KeyState, DeletionDate } = (await aws.call('kms DescribeKey', { KeyId }, key)).KeyMetadata;
    if (!Description.startsWith('Partner Ramp')) continue;
    lines.push(
      KeyState === 'PendingDeletion'
        ? `(key ${KeyId}, ${Description}: goes by itself on ${DeletionDate})`
        : `aws kms schedule-key-deletion --pending-window-in-days 7 --key-id ${KeyId}`,
    );
  }
  return lines;
}

/** Production refuses to be deleted: as a stack, by the CDK, and its table and files by themselves. */
export async function checkProtection(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const { aws } = target.cloud;
  const { TableName, FilesBucketName: Bucket } = target.outputs;
  // A bucket with a file in it cannot be deleted; an empty one holds nothing to protect.
  await aws.send('s3 PutObject', { Bucket, Key: 'people/one/file', Body: 'kept' });
  const refusals = {
    stack: await refusalOf(aws.send('cloudformation DeleteStack', { StackName: stackName(target) })),
    table: await refusalOf(aws.send('dynamodb DeleteTable', { TableName })),
    bucket: await refusalOf(aws.send('s3 DeleteBucket', { Bucket })),
  };
  const destruction = await failureOf(destroy(target.cloud, rehearsal.assembly('first')));
  check(destruction instanceof ProgramFailed, 'cdk destroy was not refused');
  check(destruction.message.includes('TerminationProtection'), `cdk destroy failed otherwise: ${destruction.message}`);
  return `refused: ${Object.entries(refusals)
    .map(([what, code]) => `${what} (${code})`)
    .join(', ')}, cdk destroy`;
}

/** Returns the code with which a deletion is refused. @throws CheckFailed where it is not */
async function refusalOf(deletion: Promise<void>): Promise<string> {
  const refusal = await failureOf(deletion);
  check(refusal instanceof AwsRefusal, `a deletion was not refused: ${refusal}`);
  return refusal.code;
}
