import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { startBucketService } from '#local/engines/buckets/bucket-service';
import { createPartner } from '#shared/partners/repository';
import { insertUser } from '#shared/users/repository';
import { aUser } from '#test/support/builders/users';
import { startLoopbackOutputs } from '#test/support/servers/loopback-outputs';
import { startedForTests } from '#test/support/started-for-tests';
import { ops, setStage, toolOnTable } from '#test/unit/ops/tool';

const { engine } = toolOnTable();
const outputs = startedForTests(startLoopbackOutputs);
const bucket = startedForTests(() => startBucketService({ buckets: new Map([['files', {}]]) }));

beforeAll(() => {
  outputs().stacks.set('PartnerRamp-production', { TableName: 'delivery-test' });
});
beforeEach(() => setStage('production', 'delivery-test'));

const here = () => ['--env', 'production', '--endpoint', engine().endpoint];

it('files are looked for by path at the general address, whatever its name', async () => {
  const { partnerId } = await createPartner({ name: 'Acme', stage: 'production', atMs: Date.now() });
  const user = aUser({ partnerId });
  await insertUser(user);
  process.env.AWS_ENDPOINT_URL = bucket().url.replace('127.0.0.1', 'localhost');
  const counted = await ops(['user', 'erase', '--id', user.id, '--bucket', 'files', '--dry-run', '--json', ...here()]);
  delete process.env.AWS_ENDPOINT_URL;
  expect(counted).toMatchObject({ code: 0, error: '' });
  expect(JSON.parse(counted.out)).toMatchObject({ files: 0, blockedBy: null });
});

it('an address that is typed counts where the shell ignores addresses', async () => {
  process.env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS = 'true';
  process.env.AWS_ENDPOINT_URL_DYNAMODB = 'http://127.0.0.1:9';
  const listed = await ops(['partner', 'list', ...here(), '--table', 'delivery-test']);
  expect(listed).toMatchObject({ code: 0 });
  // The tool reuses its first DynamoDB client, so the command above does not prove that it used the typed address. A new client
  // reads the address from the environment variables that the tool sets.
  const client = new DynamoDBClient({ maxAttempts: 1 });
  const { TableNames } = await client.send(new ListTablesCommand({})).finally(() => client.destroy());
  expect(TableNames).toEqual(['delivery-test']);
});
