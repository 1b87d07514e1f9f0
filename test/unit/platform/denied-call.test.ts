import { DynamoDBClient, GetItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { DecryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startHttpServer } from '#local/processes/http-server';
import { readSecret } from '#shared/platform/config/secrets';
import { storeFile } from '#shared/platform/files/files';
import { namingCalls } from '#shared/platform/observability/denied-call';
import { logError } from '#shared/platform/observability/log';
import { leaksIn } from '#test/support/log-canary';
import { startedForTests } from '#test/support/started-for-tests';

const ROLE = 'arn:aws:sts::444455556666:assumed-role/PartnerRamp-sandbox-Api-Role/ana.garcia@example.com';
const PERSON = '01a202b7-ca61-767d-ac2c-9c116d5c7bc7';
const KEY = 'arn:aws:kms:eu-west-1:444455556666:key/6ecc87c2-0ee2-4adc-a40f-da9aeb877d62';
const TABLE = 'arn:aws:dynamodb:eu-west-1:444455556666:table/PartnerRamp-sandbox-Data-Table';

/** Returns AWS's message for a denied call: https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html */
const denied = (action: string, on: string, why = `no identity-based policy allows the ${action} action`) =>
  `User: ${ROLE} is not authorized to perform: ${action} on ${on} because ${why}`;

let reply: { readonly type: string; readonly body: string };
const lines: string[] = [];

const server = startedForTests(() =>
  startHttpServer((request, response) =>
    request.resume().on('end', () => {
      const status = request.method === 'PUT' ? 403 : 400;
      response.writeHead(status, { 'content-type': reply.type }).end(reply.body);
    }),
  ),
);
beforeEach(() => {
  lines.length = 0;
  vi.stubEnv('LOG_LEVEL', 'info');
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text));
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const own = () => ({
  endpoint: server().url,
  region: 'eu-west-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  maxAttempts: 1,
});
const json = (type: string, message: string) => ({
  type: 'application/x-amz-json-1.0',
  body: JSON.stringify({ __type: type, message }),
});

/** Returns the log line of a failed request. */
async function readLogLine(call: () => Promise<unknown>): Promise<Record<string, unknown>> {
  const failure: unknown = await call().then(
    () => 'no failure',
    (error: unknown) => error,
  );
  logError('It failed', failure);
  expect(lines).toHaveLength(1);
  expect(leaksIn(lines.join(''), [PERSON, 'ana.garcia', 'assumed-role', '444455556666'])).toEqual([]);
  return JSON.parse(lines[0] ?? '{}');
}

describe('a call that the cloud denies', () => {
  it.each([undefined, 'an explicit deny in an identity-based policy'])(
    'is named by service, operation, action and table, because %s',
    async (why) => {
      const message = denied('dynamodb:GetItem', `resource: ${TABLE}`, why);
      reply = json('com.amazon.coral.service#AccessDeniedException', message);
      const client = namingCalls(new DynamoDBClient(own()));
      const command = new GetItemCommand({ TableName: 'Table', Key: { PK: { S: PERSON }, SK: { S: 'USER' } } });
      expect(await readLogLine(() => client.send(command))).toMatchObject({
        ...{ errorName: 'AccessDeniedException', service: 'DynamoDB', operation: 'GetItem' },
        ...{ deniedAction: 'dynamodb:GetItem', deniedResource: 'dynamodb:table/PartnerRamp-sandbox-Data-Table' },
      });
    },
  );

  it('names the one action of a transaction that its role lacks, and the index of a query', async () => {
    reply = json(
      'com.amazon.coral.service#AccessDeniedException',
      denied('dynamodb:ConditionCheckItem', `resource: ${TABLE}/index/byDue`),
    );
    const client = namingCalls(new DynamoDBClient(own()));
    const Put = { TableName: 'Table', Item: { PK: { S: PERSON }, SK: { S: 'USER' } } };
    expect(
      await readLogLine(() => client.send(new TransactWriteItemsCommand({ TransactItems: [{ Put }] }))),
    ).toMatchObject({
      service: 'DynamoDB',
      operation: 'TransactWriteItems',
      deniedAction: 'dynamodb:ConditionCheckItem',
      deniedResource: 'dynamodb:table/PartnerRamp-sandbox-Data-Table/index/byDue',
    });
  });

  it.each([
    [
      'a queue',
      denied('sqs:sendmessage', 'resource: arn:aws:sqs:eu-west-1:444455556666:PartnerRamp-steps'),
      { deniedAction: 'sqs:sendmessage', deniedResource: 'sqs:PartnerRamp-steps' },
    ],
    ['a queue in the older words', 'Access to the resource https://sqs.eu-west-1.amazonaws.com/1/steps is denied.', {}],
  ])('is named for %s', async (_case, message, permission) => {
    reply = json('com.amazonaws.sqs#AccessDeniedException', message);
    const client = namingCalls(new SQSClient(own()));
    const command = new SendMessageBatchCommand({
      QueueUrl: `${server().url}/444455556666/steps`,
      Entries: [{ Id: '1', MessageBody: PERSON }],
    });
    const line = await readLogLine(() => client.send(command));
    expect(line).toMatchObject({ service: 'SQS', operation: 'SendMessageBatch', ...permission });
    expect(Object.keys(line).filter((name) => name.startsWith('denied'))).toEqual(Object.keys(permission));
  });

  it.each([
    ['a key', denied('kms:Decrypt', `resource: ${KEY}`), 'kms:key/6ecc87c2-0ee2-4adc-a40f-da9aeb877d62'],
    ['a key without a name', denied('kms:Decrypt', 'the resource associated with this ciphertext'), undefined],
  ])('is named for %s', async (_case, message, deniedResource) => {
    reply = json('AccessDeniedException', message);
    const client = namingCalls(new KMSClient(own()));
    const line = await readLogLine(() => client.send(new DecryptCommand({ CiphertextBlob: Buffer.from('x') })));
    expect(line).toMatchObject({ service: 'KMS', operation: 'Decrypt', deniedAction: 'kms:Decrypt' });
    expect(line.deniedResource).toBe(deniedResource);
  });

  it.each(['"', '&quot;'])('is named for a bucket, and the key of the object is not (%s)', async (quote) => {
    vi.stubEnv('AWS_ENDPOINT_URL_S3', server().url);
    vi.stubEnv('FILES_BUCKET', 'files');
    const resource = `resource: ${quote}arn:aws:s3:::partnerramp-files/people/${PERSON}/kyc/front.png${quote}`;
    reply = {
      type: 'application/xml',
      body: `<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>${denied('s3:PutObject', resource)}</Message></Error>`,
    };
    const file = { key: 'people/p/kyc/front.png', content: Buffer.from('x'), contentType: 'image/png' };
    expect(await readLogLine(() => storeFile(file))).toMatchObject({
      errorName: 'FileNotStored',
      causeName: 'AccessDenied',
      service: 'S3',
      operation: 'PutObject',
      deniedAction: 's3:PutObject',
      deniedResource: 's3:partnerramp-files',
    });
  });

  it('is named for a secret', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', server().url);
    const arn = 'arn:aws:secretsmanager:eu-west-1:444455556666:secret:rates-AbCdEf';
    reply = json('AccessDeniedException', denied('secretsmanager:GetSecretValue', `resource: ${arn}`));
    expect(await readLogLine(() => readSecret(arn))).toMatchObject({
      errorName: 'SecretUnavailable',
      service: 'SecretsManager',
      operation: 'GetSecretValue',
      deniedAction: 'secretsmanager:GetSecretValue',
      deniedResource: 'secretsmanager:secret:rates-AbCdEf',
    });
  });

  it('is not confused with other failures', async () => {
    reply = json('com.amazonaws.dynamodb#ValidationException', `The key ${PERSON} is wrong`);
    const client = namingCalls(new DynamoDBClient(own()));
    const command = new GetItemCommand({ TableName: 'Table', Key: { PK: { S: PERSON }, SK: { S: 'USER' } } });
    const line = await readLogLine(() => client.send(command));
    expect(line).toMatchObject({ errorName: 'ValidationException' });
    expect(line).not.toHaveProperty('operation');
  });
});
