/** The bucket of an environment as the operator tool uses it: what lies under a prefix, and its removal. */
import {
  DeleteObjectCommand,
  paginateListBuckets,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { OperationFailed } from '#scripts/ops/faults';
import type { StageName } from '#shared/domain/partners/stage-name';

export interface FilesBucket {
  /** Keys that begin with one of the prefixes. */
  keysUnder(prefixes: readonly string[]): Promise<string[]>;
  /** Without effect where there is none. */
  remove(key: string): Promise<void>;
  close(): void;
}

/** Finds the bucket: the one that is named, the local stack's, or the one that CloudFormation named after its stack. */
export async function filesBucket(stage: StageName, named: string | undefined): Promise<FilesBucket> {
  const local = process.env.AWS_ENDPOINT_URL_S3 ?? '';
  const client = new S3Client({ forcePathStyle: local !== '', maxAttempts: 5 });
  const Bucket = named ?? (local === '' ? await findBucket(client, stage) : process.env.FILES_BUCKET);
  if (Bucket === undefined || Bucket === '')
    throw new OperationFailed('The bucket of the files is not known here: name it with --bucket.');
  return {
    async keysUnder(prefixes) {
      const found: string[] = [];
      for (const Prefix of prefixes) {
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
          found.push(...Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key])));
      }
      return found;
    },
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
    close: () => client.destroy(),
  };
}

async function findBucket(client: S3Client, stage: StageName): Promise<string> {
  const found: string[] = [];
  for await (const { Buckets = [] } of paginateListBuckets(
    { client },
    { Prefix: `partnerramp-${stage}-data-files` },
  ))
    found.push(...Buckets.flatMap(({ Name }) => (Name === undefined ? [] : [Name])));
  const [name, ...others] = found;
  if (name === undefined || others.length > 0)
    throw new OperationFailed(
      `There are ${found.length} buckets of files of the ${stage} stage: name one with --bucket.`,
    );
  return name;
}
