import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { startBucketService } from '#local/engines/buckets/bucket-service';
import { localClient } from '#local/engines/local-cloud';
import { startQueueEngine } from '#local/engines/queue-engine';
import { createPartner } from '#shared/partners/repository';
import { insertUser } from '#shared/users/repository';
import { aUser } from '#test/support/builders/users';
import { startHttpServer } from '#test/support/servers/http-server';
import { startLoopbackOutputs } from '#test/support/servers/loopback-outputs';
import { startedForTests } from '#test/support/started-for-tests';
import { startTable } from '#test/unit/delivery/table';
import { ops } from '#test/unit/ops/tool';

const ARN = 'arn:aws:iam::111122223333:user/olga';

const engine = startedForTests(startTable);
const queues = startedForTests(() => startQueueEngine({ queues: { OutboxDiscardedUrl: {} } }));
const outputs = startedForTests(startLoopbackOutputs);
const bucket = startedForTests(() => startBucketService({ buckets: new Map([['files', {}]]) }));
let asked: string[];
/** Answers as the caller's identity, and as a stream that keeps nothing. */
const cloud = startedForTests(() =>
  startHttpServer((request, response) => {
    const target = String(request.headers['x-amz-target'] ?? 'STS');
    asked.push(target);
    request.resume().on('end', () => {
      if (target === 'STS') return response.end(`<Arn>${ARN}</Arn>`);
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
      return response.end(JSON.stringify({ __type: 'TrimmedDataAccessException' }));
    });
  }),
);

beforeAll(() => {
  outputs().stacks.set('PartnerRamp-production', {
    TableName: 'delivery-test',
    OutboxDiscardedUrl: queues().queues.get('OutboxDiscardedUrl')?.url ?? '',
  });
  process.env.AWS_ENDPOINT_URL_SQS = queues().endpoint;
});
beforeEach(() => {
  asked = [];
  process.env.AWS_ENDPOINT_URL = cloud().url;
});

const ENV = ['--env', 'production'];

it('the caller is asked for at the general address', async () => {
  const created = await ops(['partner', 'create', '--name', 'Acme', '--json', ...ENV]);
  expect(created).toMatchObject({ code: 0 });
  const audit = await ops(['audit', 'list', '--partner', JSON.parse(created.out).partnerId, '--json', ...ENV]);
  expect(JSON.parse(audit.out).entries).toMatchObject([{ verb: 'partner create', operator: ARN }]);
  expect(asked).toEqual(['STS']);
});

it('the stream is read at the general address, or at its own', async () => {
  const client = new SQSClient(localClient(queues().endpoint));
  const range = {
    requestContext: { functionArn: 'arn:aws:lambda:us-east-1:111122223333:function:projectChanges' },
    DDBStreamBatchInfo: {
      shardId: 'shardId-000000000000000000001',
      startSequenceNumber: '1',
      endSequenceNumber: '2',
      streamArn: 'arn:aws:dynamodb:us-east-1:111122223333:table/t/stream/2026-01-01T00:00:00.000',
    },
  };
  const { url } = queues().queues.get('OutboxDiscardedUrl') ?? {};
  await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(range) }));
  client.destroy();
  const replayed = await ops(['stream', 'replay', '--yes', '--json', ...ENV]);
  expect(JSON.parse(replayed.out)).toMatchObject({ kept: 1 });
  expect(asked).toEqual(['STS', 'DynamoDBStreams_20120810.GetShardIterator']);
});

it('files are looked for by path at the general address, whatever its name', async () => {
  const { partnerId } = await createPartner({ name: 'Acme', stage: 'production', atMs: Date.now() });
  const user = aUser({ partnerId });
  await insertUser(user);
  process.env.AWS_ENDPOINT_URL_STS = cloud().url;
  process.env.AWS_ENDPOINT_URL = bucket().endpoint.replace('127.0.0.1', 'localhost');
  const counted = await ops(['user', 'erase', '--id', user.id, '--bucket', 'files', '--dry-run', '--json', ...ENV]);
  delete process.env.AWS_ENDPOINT_URL_STS;
  expect(counted).toMatchObject({ code: 0, error: '' });
  expect(JSON.parse(counted.out)).toMatchObject({ files: 0, blockedBy: null });
});

it('an address that is typed counts where the shell ignores addresses', async () => {
  process.env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS = 'true';
  process.env.AWS_ENDPOINT_URL_DYNAMODB = 'http://127.0.0.1:9';
  const listed = await ops(['partner', 'list', ...ENV, '--endpoint', engine().endpoint, '--table', 'delivery-test']);
  expect(listed).toMatchObject({ code: 0 });
  // The data layer has the client that it made first; the next one of the process goes where the tool was sent.
  const client = new DynamoDBClient({ maxAttempts: 1 });
  const { TableNames } = await client.send(new ListTablesCommand({})).finally(() => client.destroy());
  expect(TableNames).toEqual(['delivery-test']);
});
