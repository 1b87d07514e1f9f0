import { DeleteObjectsCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { OperationFailed } from '#ops/errors';
import { verb } from '#ops/verb';

/** Maximum number of objects in one S3 list or delete call. */
const MAX_PER_CALL = 1000;

export const files = {
  empty: verb({
    about:
      'Delete every version of every file in the bucket of the sandbox. CloudFormation can delete the stack only if the bucket is empty',
    writes: true,
    // The bucket's name comes from the stack. A typed name could be another stage's bucket.
    options: {},
    async run({ env }, { outputs, record }) {
      if (env !== 'sandbox')
        throw new OperationFailed('Only the bucket of a deployed sandbox can be emptied: use --env sandbox.');
      const name = await outputs('FilesBucketName');
      await record({ bucket: name });
      const deleted = await emptyBucket(name);
      return { json: { bucket: name, deleted }, text: `${deleted} versions of files were deleted. ${name} is empty.` };
    },
  }),
};

/**
 * Deletes all versions and delete markers and returns their number.
 * @throws OperationFailed if the bucket refuses to delete a version or marker
 */
async function emptyBucket(Bucket: string): Promise<number> {
  const client = new S3Client({ maxAttempts: 5 });
  let deleted = 0;
  // The listed versions are deleted, so every call can list from the start.
  for (;;) {
    const list = new ListObjectVersionsCommand({ Bucket, MaxKeys: MAX_PER_CALL });
    const { Versions = [], DeleteMarkers = [] } = await client.send(list);
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
    if (Objects.length === 0) return deleted;
    const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    const [refused] = Errors;
    if (refused !== undefined)
      throw new OperationFailed(`${Errors.length} versions were not deleted. First error: ${refused.Code}.`);
    deleted += Objects.length;
  }
}
