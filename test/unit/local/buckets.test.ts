import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterEach, describe, expect, it } from 'vitest';
import { startBucketService } from '#local/engines/buckets/bucket-service';
import type { CorsRule } from '#local/engines/buckets/cors';
import { localClient } from '#local/engines/local-cloud';
import type { HttpServer } from '#local/processes/http-server';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const rule: CorsRule = {
  AllowedOrigins: ['https://pages.example.com'],
  AllowedMethods: ['PUT'],
  AllowedHeaders: ['content-type'],
};
const buckets: Parameters<typeof startBucketService>[0]['buckets'] = new Map([
  ['files', { CorsConfiguration: { CorsRules: [rule] } }],
  ['closed', {}],
  ['versioned', { VersioningConfiguration: { Status: 'Enabled' } }],
]);

async function start(dataDir?: string, secretAccessKey = 'local'): Promise<[HttpServer, S3Client]> {
  const service = await startBucketService({ buckets, dataDir });
  const client = new S3Client({
    ...localClient(service.url),
    credentials: { accessKeyId: 'local', secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 1,
  });
  closers.push(
    () => service.stop(),
    () => client.destroy(),
  );
  return [service, client];
}

const at = { Bucket: 'files', Key: "people/u 1/it's (new)+é.png" };

describe('the bucket service', () => {
  it('deletes the version that was read, where the bucket has versions, and no later one', async () => {
    const [, s3] = await start();
    const object = { Bucket: 'versioned', Key: 'uploads/a' };
    const { VersionId: first } = await s3.send(new PutObjectCommand({ ...object, Body: 'one' }));
    const { VersionId: second } = await s3.send(new PutObjectCommand({ ...object, Body: 'two' }));
    expect((await s3.send(new GetObjectCommand(object))).VersionId).toBe(second);
    await s3.send(new DeleteObjectCommand({ ...object, VersionId: first }));
    expect(await (await s3.send(new GetObjectCommand(object))).Body?.transformToString()).toBe('two');
    await s3.send(new DeleteObjectCommand({ ...object, VersionId: second }));
    await expect(s3.send(new GetObjectCommand(object))).rejects.toMatchObject({ name: 'NoSuchKey' });
    await s3.send(new PutObjectCommand({ ...at, Body: 'one' }));
    expect((await s3.send(new GetObjectCommand(at))).VersionId).toBeUndefined();
  });

  it('refuses strangers, unknown buckets and unsupported calls', async () => {
    const [service, s3] = await start();
    const [, stranger] = await start(undefined, 'guessed');
    await expect(stranger.send(new GetObjectCommand(at))).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
      $metadata: { httpStatusCode: 403 },
    });
    await expect(s3.send(new GetObjectCommand({ ...at, Bucket: 'other' }))).rejects.toMatchObject({
      name: 'NoSuchBucket',
    });
    for (const call of [
      () => s3.send(new ListObjectsV2Command({ Bucket: 'files' })),
      () => s3.send(new CopyObjectCommand({ ...at, CopySource: 'files/x' })),
      () => s3.send(new GetObjectCommand({ ...at, Range: 'bytes=0-1' })),
    ]) {
      await expect(call()).rejects.toMatchObject({ name: 'NotImplemented' });
    }
    for (const method of ['GET', 'PUT', 'DELETE', 'POST']) {
      const anonymous = await fetch(`${service.url}/files/x`, { method });
      expect([anonymous.status, await anonymous.text()]).toEqual([
        403,
        expect.stringContaining('<Code>AccessDenied</Code>'),
      ]);
    }
  });

  it('lists the keys under a prefix', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'buckets-'));
    closers.push(() => rm(dataDir, { recursive: true }));
    for (const folder of [undefined, dataDir]) {
      const [, s3] = await start(folder);
      for (const Key of ['people/u1/a&b', 'people/u1/c', 'people/u10/d', 'uploads/u1/e'])
        await s3.send(new PutObjectCommand({ Bucket: 'files', Key, Body: 'x' }));
      const list = async (Prefix: string) => {
        const { Contents = [], IsTruncated } = await s3.send(new ListObjectsV2Command({ Bucket: 'files', Prefix }));
        expect(IsTruncated).toBe(false);
        return Contents.map(({ Key }) => Key);
      };
      expect(await list('people/u1/')).toEqual(['people/u1/a&b', 'people/u1/c']);
      expect(await list('people/u2/')).toEqual([]);
    }
  });

  it('returns a download as its signed address requests', async () => {
    const [service, s3] = await start();
    await s3.send(new PutObjectCommand({ ...at, Body: 'file', ContentType: 'image/png' }));
    const got = await s3.send(
      new GetObjectCommand({
        ...at,
        ResponseContentDisposition: 'attachment; filename="id.png"',
        ResponseContentType: 'application/octet-stream',
      }),
    );
    expect([got.ContentDisposition, got.ContentType, await got.Body?.transformToString()]).toEqual([
      'attachment; filename="id.png"',
      'application/octet-stream',
      'file',
    ]);
    const head = await s3.send(new HeadObjectCommand({ ...at, ResponseContentDisposition: 'attachment' }));
    expect([head.ContentDisposition, head.ContentType]).toEqual(['attachment', 'image/png']);
    // The bucket refuses a URL with response parameters but without a signature.
    const strange = await fetch(`${service.url}/files/x?response-content-type=text/html`);
    expect(strange.status).toBe(403);
  });
});
