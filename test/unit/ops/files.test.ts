import { DeleteObjectsCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { readAudit } from '#shared/partners/audit/repository';
import { startLoopbackIdentity } from '#test/support/servers/loopback-identity';
import { startedForTests } from '#test/support/started-for-tests';
import { startTable } from '#test/unit/delivery/table';
import { ops } from '#test/unit/ops/tool';

const bucket = mockClient(S3Client);
const engine = startedForTests(startTable);
startedForTests(startLoopbackIdentity);
afterAll(async () => {
  bucket.restore();
});
beforeEach(() => void bucket.reset());

const empty = (env: string) =>
  ops([
    'files',
    'empty',
    '--bucket',
    'B',
    '--env',
    env,
    '--endpoint',
    engine().endpoint,
    '--table',
    'delivery-test',
    '--json',
  ]);

it('deletes every version and every delete marker of a sandbox, page by page, and records it', async () => {
  bucket
    .on(ListObjectVersionsCommand)
    .resolvesOnce({
      Versions: [
        { Key: 'a', VersionId: '2' },
        { Key: 'a', VersionId: '1' },
      ],
      DeleteMarkers: [{ Key: 'b', VersionId: '4' }],
      IsTruncated: true,
    })
    .resolvesOnce({ Versions: [{ Key: 'b', VersionId: '3' }] })
    .resolves({});
  bucket.on(DeleteObjectsCommand).resolves({});
  const { code, out } = await empty('sandbox');
  expect([code, JSON.parse(out)]).toEqual([0, { bucket: 'B', deleted: 4 }]);
  const calls = bucket.commandCalls(DeleteObjectsCommand).map(({ args: [{ input }] }) => input.Delete?.Objects);
  expect(calls).toEqual([
    [
      { Key: 'a', VersionId: '2' },
      { Key: 'a', VersionId: '1' },
      { Key: 'b', VersionId: '4' },
    ],
    [{ Key: 'b', VersionId: '3' }],
  ]);
  expect(await readAudit('PLATFORM')).toMatchObject([{ verb: 'files empty', bucket: 'B' }]);
});

it('says how many were refused, and ends there', async () => {
  bucket.on(ListObjectVersionsCommand).resolves({ Versions: [{ Key: 'a', VersionId: '1' }] });
  bucket.on(DeleteObjectsCommand).resolves({ Errors: [{ Key: 'a', Code: 'AccessDenied' }] });
  expect(await empty('sandbox')).toMatchObject({
    code: 1,
    error: '1 versions were not deleted: AccessDenied for the first.\n',
  });
});

it.each(['production', 'local'])('touches no file of %s', async (env) => {
  const { code, error } = await empty(env);
  expect([code, error]).toEqual([1, 'Only the bucket of a deployed sandbox is emptied: name it by --env sandbox.\n']);
  expect(bucket.calls()).toEqual([]);
});
