import * as z from 'zod';
import { type AwsCall, AwsRefusal } from '#cloud/aws/aws-caller';
import { destroy } from '#scripts/verify-cloud/cdk/commands';
import { check } from '#scripts/verify-cloud/phases/checks';
import { emptyBucket } from '#scripts/verify-cloud/phases/destruction';
import type { Rehearsal } from '../context';

/** What a bucket or a stack is refused with that a cut run has removed already. */
const GONE = /NoSuchBucket|does not exist/;

/** Removes the stage and what the rehearsal made besides. */
export async function destroyAll(rehearsal: Rehearsal): Promise<string> {
  const { cloud } = rehearsal;
  const emptied = await rehearsal
    .target()
    .then(emptyBucket)
    .catch((error: unknown) => {
      if (error instanceof AwsRefusal && GONE.test(error.message)) return 0;
      throw error;
    });
  await destroy(cloud, rehearsal.assembly('first'));
  await destroy(cloud, rehearsal.assembly('support'));
  return `${emptied} objects taken out first; both stacks are gone`;
}

/** A list of the account, by the call that reads it, and how to remove what is in it. */
interface Listing {
  readonly call: AwsCall;
  /** The names in its answer. */
  readonly names: z.ZodType<readonly string[]>;
  /** A command that removes one. */
  readonly remove: (name: string) => string;
}

const names = <T extends string, N extends string>(list: T, name: N) =>
  z
    .object({ [list]: z.array(z.record(z.string(), z.unknown())).default([]) })
    .transform((answer) => (answer[list] ?? []).map((one) => String(one[name])));

const LISTINGS: readonly Listing[] = [
  {
    call: { service: 'cloudformation', operation: 'DescribeStacks' },
    names: names('Stacks', 'StackName'),
    remove: (name) => `aws cloudformation delete-stack --stack-name ${name}`,
  },
  {
    call: { service: 'lambda', operation: 'ListFunctions' },
    names: names('Functions', 'FunctionName'),
    remove: (name) => `aws lambda delete-function --function-name ${name}`,
  },
  {
    call: { service: 'dynamodb', operation: 'ListTables' },
    names: z.object({ TableNames: z.array(z.string()).default([]) }).transform(({ TableNames }) => TableNames),
    remove: (name) => `aws dynamodb delete-table --table-name ${name}`,
  },
  {
    call: { service: 'sqs', operation: 'ListQueues' },
    names: z.object({ QueueUrls: z.array(z.string()).default([]) }).transform(({ QueueUrls }) => QueueUrls),
    remove: (name) => `aws sqs delete-queue --queue-url ${name}`,
  },
  {
    call: { service: 's3', operation: 'ListBuckets' },
    names: names('Buckets', 'Name'),
    remove: removeBucket,
  },
  {
    // An account may have more groups than one answer holds.
    call: { service: 'logs', operation: 'DescribeLogGroups', parameters: { logGroupNamePattern: 'PartnerRamp' } },
    names: names('logGroups', 'logGroupName'),
    remove: (name) => `aws logs delete-log-group --log-group-name ${name}`,
  },
  {
    call: { service: 'cloudwatch', operation: 'DescribeAlarms' },
    names: names('MetricAlarms', 'AlarmName'),
    remove: (name) => `aws cloudwatch delete-alarms --alarm-names ${name}`,
  },
];

/** Up to a thousand versions go at a time; a bucket with one cannot be deleted. */
function removeBucket(name: string): string {
  const versions = `aws s3api list-object-versions --bucket ${name} --query '{Objects: Versions[].{Key: Key, VersionId: VersionId}}'`;
  return `aws s3api delete-objects --bucket ${name} --delete "$(${versions})"; aws s3 rb s3://${name} --force`;
}

/** Names of what a stage, its rehearsal and the CDK make. */
const OURS = /partnerramp|partner-ramp|^cdktoolkit$|cdk-hnb659fds/i;

/** What the CDK's own stack keeps: it serves every stage of the account. */
const OF_THE_CDK = /cdktoolkit|cdk-hnb659fds/i;

/** Everything by our names that is still there, with the command that removes it. */
export async function listLeftOver({ cloud: { aws } }: Rehearsal): Promise<string> {
  const lines: string[] = [];
  for (const { call, names: form, remove } of LISTINGS)
    lines.push(...(await aws.call(call, form)).filter((name) => OURS.test(name)).map(remove));
  lines.push(...(await keysToGo(aws)));
  const kept = lines.filter((line) => OF_THE_CDK.test(line));
  const others = lines.filter((line) => !OF_THE_CDK.test(line) && !line.startsWith('('));
  check(others.length === 0, `left over, with what removes it:\n${others.join('\n')}`);
  return [
    'nothing of the stage; left are, with what removes them:',
    ...lines.filter((line) => line.startsWith('(')),
    ...kept,
  ].join('\n');
}

const keys = z.object({ Keys: z.array(z.object({ KeyId: z.string() })).default([]) });
const key = z.object({
  KeyMetadata: z.object({
    Description: z.string().default(''),
    KeyState: z.string(),
    DeletionDate: z.string().optional(),
  }),
});

/** Keys of a stage wait for their deletion, which costs nothing and can be cancelled. */
async function keysToGo(aws: Rehearsal['cloud']['aws']): Promise<string[]> {
  const { Keys } = await aws.call({ service: 'kms', operation: 'ListKeys' }, keys);
  const lines: string[] = [];
  for (const { KeyId } of Keys) {
    const call = { service: 'kms', operation: 'DescribeKey', parameters: { KeyId } };
    const { Description, KeyState, DeletionDate } = (await aws.call(call, key)).KeyMetadata;
    if (!Description.startsWith('Partner Ramp')) continue;
    lines.push(
      KeyState === 'PendingDeletion'
        ? `(key ${KeyId}, ${Description}: goes by itself on ${DeletionDate})`
        : `aws kms schedule-key-deletion --pending-window-in-days 7 --key-id ${KeyId}`,
    );
  }
  return lines;
}
