import * as z from 'zod';
import { pageOf } from '#cloud/aws/aws-caller';
import { type Assembly, destroy } from '#cloud/cdk/commands';
import { check } from '#cloud/phases/checks';
import type { Target } from '#cloud/plan/target';

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
export async function emptyBucket({ cloud: { aws }, outputs: { FilesBucketName: Bucket } }: Target): Promise<number> {
  for (let emptied = 0; ; ) {
    const call = { service: 's3', operation: 'ListObjectVersions', parameters: { Bucket } };
    const { Versions, DeleteMarkers } = await aws.call(call, objectVersions);
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
    if (Objects.length === 0) return emptied;
    const parameters = { Bucket, Delete: { Objects } };
    const [refused] = (await aws.call({ service: 's3', operation: 'DeleteObjects', parameters }, deletion)).Errors;
    check(refused === undefined, `an object of the bucket cannot go: ${refused?.Code}`);
    emptied += Objects.length;
  }
}

/** Names of a stage's functions, tables and queues that are still there. */
async function leftOver({ cloud: { aws }, outputs }: Target): Promise<string[]> {
  const functions = pageOf('Functions', z.object({ FunctionName: z.string() }));
  const prefix = outputs.TableName.split('-').slice(0, 2).join('-');
  // Without a number there is one page of queues and no token.
  const queues = { service: 'sqs', operation: 'ListQueues', parameters: { MaxResults: 1000 } };
  const urls = await aws.list(queues, pageOf('QueueUrls', z.string()));
  const names = [
    ...(await aws.list({ service: 'lambda', operation: 'ListFunctions' }, functions)).map((one) => one.FunctionName),
    ...(await aws.list({ service: 'dynamodb', operation: 'ListTables' }, pageOf('TableNames', z.string()))),
    ...urls.map((url) => url.split('/').at(-1) ?? ''),
  ];
  return names.filter((name) => name.startsWith(prefix));
}

/** A sandbox goes as a whole once its bucket is empty. */
export async function destroySandbox(target: Target, assembly: Assembly): Promise<string> {
  const emptied = await emptyBucket(target);
  await destroy(target.cloud, assembly);
  const left = await leftOver(target);
  check(left.length === 0, `left are ${left.join(', ').slice(0, 300)}`);
  return `${emptied} objects taken out first; no function, table or queue is left`;
}
