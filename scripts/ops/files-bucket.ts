/** The bucket of an environment as the operator tool uses it: what lies under a prefix, and its removal. */
import { DeleteObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';

export interface FilesBucket {
  /** Keys that begin with one of the prefixes. */
  keysUnder(prefixes: readonly string[]): Promise<string[]>;
  /** Without effect where there is none. */
  remove(key: string): Promise<void>;
  close(): void;
}

/** Opens the bucket of that name: the local stack's where there is one, else that of the account. */
export function filesBucket(Bucket: string): FilesBucket {
  const local = process.env.AWS_ENDPOINT_URL_S3 ?? '';
  const client = new S3Client({ forcePathStyle: local !== '', maxAttempts: 5 });
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
