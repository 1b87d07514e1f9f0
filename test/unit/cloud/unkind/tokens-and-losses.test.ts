import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { Lambda } from '@aws-sdk/client-lambda';
import { Route53 } from '@aws-sdk/client-route-53';
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { STS } from '@aws-sdk/client-sts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { AwsCaller } from '#cloud/aws/aws-caller';
import { UnkindCloud, type UnkindOptions } from '#cloud/unkind/unkind-cloud';
import { Chance } from '#local/chance';
import { type CloudAnswer, type CloudRequest, callerIdentity } from '#test/support/cloud/small-cloud';
import { noChance, startUnkind, type Unkind } from '#test/support/cloud/unkind';

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const stop of stops.splice(0)) await stop();
});

async function unkindWith(
  answer: (request: CloudRequest) => CloudAnswer,
  options: Partial<UnkindOptions> = {},
): Promise<Unkind> {
  const unkind = await startUnkind(answer, options);
  stops.push(unkind.stop);
  return unkind;
}

type Connection = Unkind['client'];

/** A call of each protocol, with the codes for a token that is missing and for one that has expired. */
const calls: Readonly<
  Record<
    string,
    { readonly missing: string; readonly expired: string; readonly call: (to: Connection) => Promise<unknown> }
  >
> = {
  STS: {
    missing: 'InvalidClientTokenId',
    expired: 'ExpiredToken',
    call: (to) => new STS(to).getCallerIdentity({}),
  },
  CloudFormation: {
    missing: 'InvalidClientTokenId',
    expired: 'ExpiredToken',
    call: (to) => new CloudFormation(to).listStacks({}),
  },
  DynamoDB: {
    missing: 'UnrecognizedClientException',
    expired: 'ExpiredTokenException',
    call: (to) => new DynamoDB(to).listTables({}),
  },
  Logs: {
    missing: 'UnrecognizedClientException',
    expired: 'ExpiredTokenException',
    call: (to) => new CloudWatchLogs(to).describeLogGroups({}),
  },
  Lambda: {
    missing: 'UnrecognizedClientException',
    expired: 'ExpiredTokenException',
    call: (to) => new Lambda(to).listFunctions({}),
  },
  'API Gateway': {
    missing: 'UnrecognizedClientException',
    expired: 'ExpiredTokenException',
    call: (to) => new APIGateway(to).getRestApis({}),
  },
  'Route 53': {
    missing: 'InvalidClientTokenId',
    expired: 'ExpiredToken',
    call: (to) => new Route53(to).listHostedZones({}),
  },
  S3: {
    missing: 'InvalidAccessKeyId',
    expired: 'ExpiredToken',
    call: (to) => new S3({ ...to, forcePathStyle: true }).listBuckets({}),
  },
};

describe('a session token', () => {
  it.each(Object.entries(calls))('is missed and has expired, as %s says it', async (_, { missing, expired, call }) => {
    const { client, proxy, small } = await unkindWith(() => ({ body: {} }), {
      chance: { ...noChance, between: () => 2 },
    });
    const withoutToken = async () => {
      const { sessionToken, ...keys } = await client.credentials();
      return { ...keys, sessionToken: '' };
    };
    await expect(call({ ...client, credentials: withoutToken })).rejects.toMatchObject({ name: missing });
    expect(proxy.counted()).toMatchObject({ withoutToken: 1, expired: 0 });
    await expect(call(client)).rejects.toMatchObject({ name: expired });
    expect(small.requests).toEqual([]);
  });

  it('belongs to no one where it was not given here', async () => {
    const { client } = await unkindWith(() => ({ body: {} }));
    const foreign = async () => ({ ...(await client.credentials()), sessionToken: 'foreign' });
    await expect(new DynamoDB({ ...client, credentials: foreign }).listTables({})).rejects.toMatchObject({
      name: 'UnrecognizedClientException',
    });
  });

  it('of a role that the cloud behind gives is taken', async () => {
    const role =
      '<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>ASIA</AccessKeyId><SecretAccessKey>s</SecretAccessKey>' +
      '<SessionToken>of-the-role</SessionToken><Expiration>2030-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>';
    const { client } = await unkindWith(({ body }) => ({ body: body.includes('AssumeRole') ? role : {} }));
    await new STS(client).assumeRole({ RoleArn: 'arn:aws:iam::000000000000:role/x', RoleSessionName: 'x' });
    const ofRole = async () => ({ ...(await client.credentials()), sessionToken: 'of-the-role' });
    await expect(new DynamoDB({ ...client, credentials: ofRole }).listTables({})).resolves.toBeDefined();
  });

  it('never reaches the cloud behind, which gets its own keys', async () => {
    const { client, small } = await unkindWith(() => callerIdentity('000000000000'));
    await new STS(client).getCallerIdentity({});
    expect(small.requests.map(({ accessKeyId, sessionToken }) => [accessKeyId, sessionToken])).toEqual([
      ['test', undefined],
    ]);
  });

  it('expires once in the middle, and the caller of this project has its credential process give another', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-unkind-'));
    stops.push(() => rmSync(folder, { recursive: true }));
    const { proxy } = await unkindWith(() => callerIdentity('000000000000'), {
      chance: { ...noChance, between: () => 3 },
    });
    const file = join(folder, 'config');
    const program = resolve('cloud/unkind/credential-process.mjs');
    const command = `"${process.execPath}" "${program}" ${proxy.credentialsUrl}`;
    writeFileSync(file, `[profile unkind]\ncredential_process = ${command}\n`);
    const caller = new AwsCaller({
      AWS_ENDPOINT_URL: proxy.url,
      AWS_REGION: 'us-east-1',
      AWS_PROFILE: 'unkind',
      AWS_CONFIG_FILE: file,
      AWS_SHARED_CREDENTIALS_FILE: file,
    });
    stops.push(() => caller.stop());
    for (let count = 0; count < 6; count += 1)
      expect(await caller.call('sts GetCallerIdentity', {}, z.object({ Account: z.string() }))).toEqual({
        Account: '000000000000',
      });
    expect(proxy.counted()).toMatchObject({ requests: 7, expired: 1 });
  });

  it("does not expire in the hands of the CDK's command line, which fetches it once", async () => {
    const { client, proxy } = await unkindWith(() => callerIdentity('000000000000'), {
      chance: { ...noChance, between: () => 1 },
    });
    await new STS({ ...client, customUserAgent: 'aws-cdk/2.1148.1' }).getCallerIdentity({});
    expect(proxy.counted().expired).toBe(0);
    await expect(new STS(client).getCallerIdentity({})).rejects.toMatchObject({ name: 'ExpiredToken' });
  });
});

describe('a lost answer', () => {
  /** Loses the first answer alone. */
  function losingFirst(): Partial<UnkindOptions> {
    const draws = [true];
    return { chance: { ...noChance, happens: () => draws.pop() ?? false } };
  }

  it('is that of a request that was carried out', async () => {
    const { client, small, proxy } = await unkindWith(() => ({ body: {} }), losingFirst());
    await expect(new DynamoDB(client).deleteTable({ TableName: 'x' })).rejects.toThrow();
    expect([small.requests.map(({ operation }) => operation), proxy.counted().lost]).toEqual([['DeleteTable'], 1]);
  });

  it('is one that the SDK asks for again', async () => {
    const { client, small } = await unkindWith(() => ({ body: { TableNames: [] } }), losingFirst());
    await expect(new DynamoDB({ ...client, maxAttempts: 3 }).listTables({})).resolves.toMatchObject({ TableNames: [] });
    expect(small.requests).toHaveLength(2);
  });

  it('comes again with the token of the request, which is not carried out twice', async () => {
    const created = '<R><CreateStackResult><StackId>s</StackId></CreateStackResult></R>';
    const { client, small } = await unkindWith(() => ({ body: created }), losingFirst());
    const cloudFormation = new CloudFormation({ ...client, maxAttempts: 3 });
    const parameters = { StackName: 'x', TemplateBody: '{}', ClientRequestToken: 'once' };
    await expect(cloudFormation.createStack(parameters)).resolves.toMatchObject({ StackId: 's' });
    expect(small.requests).toHaveLength(1);
  });
});

describe('what was just made', () => {
  const start = new Date('2026-03-01T12:00:00Z');

  it('is in no list for two seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    const { client, proxy } = await unkindWith(() => ({
      body: {
        logGroups: [
          { logGroupName: 'old', creationTime: start.getTime() - 60_000 },
          { logGroupName: 'new', creationTime: start.getTime() },
        ],
      },
    }));
    const logs = new CloudWatchLogs(client);
    const names = async () => (await logs.describeLogGroups({})).logGroups?.map(({ logGroupName }) => logGroupName);
    expect(await names()).toEqual(['old']);
    expect(proxy.counted().hidden).toBe(1);
    vi.setSystemTime(start.getTime() + 2001);
    expect(await names()).toEqual(['old', 'new']);
  });

  it('is not known by its name for two seconds, where AWS says that this may be', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    const { client } = await unkindWith(({ operation }) => ({
      body: operation === 'ListTables' ? { TableNames: ['old', 'restored'] } : { Table: { TableName: 'restored' } },
    }));
    const dynamodb = new DynamoDB(client);
    await dynamodb.restoreTableToPointInTime({ SourceTableName: 'old', TargetTableName: 'restored' });
    const read = () => dynamodb.describeTable({ TableName: 'restored' });
    await expect(read()).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    expect((await dynamodb.listTables({})).TableNames).toEqual(['old']);
    vi.setSystemTime(start.getTime() + 2001);
    await expect(read()).resolves.toMatchObject({ Table: { TableName: 'restored' } });
    expect((await dynamodb.listTables({})).TableNames).toEqual(['old', 'restored']);
  });

  it('is not known as a queue either', async () => {
    const { client } = await unkindWith(() => ({ body: { QueueUrl: 'http://localhost/000000000000/q' } }));
    const sqs = new SQS({ ...client, useQueueUrlAsEndpoint: false });
    await sqs.createQueue({ QueueName: 'q' });
    await expect(sqs.getQueueUrl({ QueueName: 'q' })).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
  });
});

describe('a seed', () => {
  /** Lists which of three hundred requests lose their answers, and the lengths of the first pages. */
  async function faultsOf(seed: number): Promise<string> {
    const kind = await startUnkind(() => ({ body: { TableNames: ['a', 'b', 'c'] } }));
    stops.push(kind.stop);
    const upstream = { url: kind.small.url, region: 'us-east-1', accessKeyId: 'test', secretAccessKey: 'test' };
    const cloud = new UnkindCloud({ upstream, chance: new Chance(seed), throttle: { take: () => true } });
    const seen: string[] = [];
    for (let count = 0; count < 300; count += 1) {
      const { AccessKeyId, Token } = cloud.issue();
      const answer = await cloud.answer({
        method: 'POST',
        target: '/',
        headers: {
          authorization: `AWS4-HMAC-SHA256 Credential=${AccessKeyId}/20260301/us-east-1/dynamodb/aws4_request`,
          'x-amz-security-token': Token,
          'x-amz-target': 'DynamoDB_20120810.ListTables',
        },
        body: Buffer.from('{}'),
      });
      seen.push(answer === undefined ? 'lost' : `${answer.status} ${answer.body.toString()}`);
    }
    return seen.join('\n');
  }

  it('does the same to the same requests each time, and another one something else', async () => {
    const [first, again, other] = [await faultsOf(7), await faultsOf(7), await faultsOf(8)];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(first).toContain('lost');
    expect(first).toContain('expired');
  });
});
