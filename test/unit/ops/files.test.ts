import { DeleteObjectsCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readAudit } from '#shared/partners/repository';
import { startLoopbackOutputs } from '#test/support/servers/loopback-outputs';
import { startedForTests } from '#test/support/started-for-tests';
import { ops, setStage, toolOnTable } from '#test/unit/ops/tool';

const bucket = mockClient(S3Client);
const { engine } = toolOnTable();
const outputs = startedForTests(startLoopbackOutputs);
beforeAll(() => {
  for (const stage of ['sandbox', 'production'])
    outputs().stacks.set(`PartnerRamp-${stage}`, { TableName: 'delivery-test', FilesBucketName: 'B' });
});
afterAll(async () => {
  bucket.restore();
});
beforeEach(() => void bucket.reset());

const at = (Key: string, VersionId: string) => ({ Key, VersionId });
const empty = async (env: string, of = env) => {
  await setStage(of, 'delivery-test');
  return ops(['files', 'empty', '--env', env, '--endpoint', engine().endpoint, '--json']);
};

it('deletes every version and every delete marker of a sandbox, page by page, and records it', async () => {
  bucket
    .on(ListObjectVersionsCommand)
    .resolvesOnce({ Versions: [at('a', '2'), at('a', '1')], DeleteMarkers: [at('b', '4')], IsTruncated: true })
    .resolvesOnce({ Versions: [at('b', '3')] })
    .resolves({});
  bucket.on(DeleteObjectsCommand).resolves({});
  const { code, out } = await empty('sandbox');
  expect([code, JSON.parse(out)]).toEqual([0, { bucket: 'B', deleted: 4 }]);
  const calls = bucket.commandCalls(DeleteObjectsCommand).map(({ args: [{ input }] }) => input.Delete?.Objects);
  expect(calls).toEqual([[at('a', '2'), at('a', '1'), at('b', '4')], [at('b', '3')]]);
  expect(await readAudit('PLATFORM')).toMatchObject([{ verb: 'files empty', bucket: 'B' }]);
});

it('says how many were refused, and ends there', async () => {
  bucket.on(ListObjectVersionsCommand).resolves({ Versions: [{ Key: 'a', VersionId: '1' }] });
  bucket.on(DeleteObjectsCommand).resolves({ Errors: [{ Key: 'a', Code: 'AccessDenied' }] });
  const error = '1 versions were not deleted. First error: AccessDenied.\n';
  expect(await empty('sandbox')).toMatchObject({ code: 1, error });
});

it('touches no file of a stage whose table is of production, whatever is typed', async () => {
  const { code, error } = await empty('sandbox', 'production');
  expect([code, error]).toEqual([1, 'Nothing was done: table delivery-test belongs to production, not sandbox.\n']);
  expect(bucket.calls()).toEqual([]);
});

it.each(['production', 'local'])('touches no file of %s', async (env) => {
  const { code, error } = await empty(env);
  expect([code, error]).toEqual([1, 'Only the bucket of a deployed sandbox can be emptied: use --env sandbox.\n']);
  expect(bucket.calls()).toEqual([]);
});
