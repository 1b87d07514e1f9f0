import { ACM, ListCertificatesCommand } from '@aws-sdk/client-acm';
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { CodeDeploy } from '@aws-sdk/client-codedeploy';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { IAM } from '@aws-sdk/client-iam';
import { Lambda } from '@aws-sdk/client-lambda';
import { Route53 } from '@aws-sdk/client-route-53';
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { STS } from '@aws-sdk/client-sts';
import { afterEach, describe, expect, it } from 'vitest';
import { type Rate, rates } from '#cloud/unkind/rates';
import { Throttle } from '#cloud/unkind/throttle';
import { startUnkind, type Unkind } from '#test/support/cloud/unkind';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A cloud whose clock stands still: what is spent does not come back. */
async function throttled(limits: readonly Rate[]): Promise<Unkind['client']> {
  const xml = '<Response><Result/></Response>';
  const unkind = await startUnkind(({ headers }) => ({ body: 'x-amz-target' in headers ? {} : xml }), {
    throttle: new Throttle(limits, () => 0),
  });
  stops.push(unkind.stop);
  return unkind.client;
}

type Connection = Unkind['client'];

/** A call of each service, with the code by which it says that there were too many. */
const calls: Readonly<
  Record<
    string,
    { readonly code: string; readonly status: number; readonly call: (to: Connection) => Promise<unknown> }
  >
> = {
  logs: {
    code: 'ThrottlingException',
    status: 400,
    call: (to) => new CloudWatchLogs(to).filterLogEvents({ logGroupName: 'x' }),
  },
  monitoring: { code: 'ThrottlingException', status: 400, call: (to) => new CloudWatch(to).describeAlarms({}) },
  cloudformation: { code: 'Throttling', status: 400, call: (to) => new CloudFormation(to).listStacks({}) },
  iam: { code: 'Throttling', status: 400, call: (to) => new IAM(to).listRoles({}) },
  sts: { code: 'Throttling', status: 400, call: (to) => new STS(to).getCallerIdentity({}) },
  dynamodb: { code: 'ThrottlingException', status: 400, call: (to) => new DynamoDB(to).listTables({}) },
  codedeploy: { code: 'ThrottlingException', status: 400, call: (to) => new CodeDeploy(to).listDeployments({}) },
  sqs: {
    code: 'ThrottlingException',
    status: 400,
    call: (to) => new SQS({ ...to, useQueueUrlAsEndpoint: false }).listQueues({}),
  },
  acm: { code: 'ThrottlingException', status: 400, call: (to) => new ACM(to).send(new ListCertificatesCommand({})) },
  lambda: { code: 'TooManyRequestsException', status: 429, call: (to) => new Lambda(to).getAccountSettings({}) },
  apigateway: { code: 'TooManyRequestsException', status: 429, call: (to) => new APIGateway(to).getAccount({}) },
  route53: { code: 'Throttling', status: 400, call: (to) => new Route53(to).listHostedZones({}) },
  s3: { code: 'SlowDown', status: 503, call: (to) => new S3({ ...to, forcePathStyle: true }).listBuckets({}) },
};

describe('too many requests', () => {
  it.each(Object.entries(calls))('%s says so in its own form', async (service, { code, status, call }) => {
    const client = await throttled([{ service, perSecond: 1, source: undefined }]);
    // The first one is let through, whatever the small cloud makes of it.
    await call(client).catch(() => undefined);
    const refused = await call(client).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      name: code,
      message: 'Rate exceeded',
      $metadata: { httpStatusCode: status },
    });
  });

  it('lets five of six searches of logs through at once, and another one a fifth of a second later', () => {
    let nowMs = 0;
    const throttle = new Throttle(rates, () => nowMs);
    const search = { service: 'logs', operation: 'FilterLogEvents' };
    expect(Array.from({ length: 6 }, () => throttle.take(search))).toEqual([true, true, true, true, true, false]);
    nowMs = 200;
    expect([throttle.take(search), throttle.take(search)]).toEqual([true, false]);
  });

  it('counts what shares a rate together, and what does not for itself', () => {
    const throttle = new Throttle(rates, () => 0);
    const taken = (operation: string, count: number) =>
      Array.from({ length: count }, () => throttle.take({ service: 'monitoring', operation })).filter(Boolean).length;
    expect([taken('PutMetricAlarm', 9), taken('SetAlarmState', 9)]).toEqual([3, 3]);
    expect(throttle.take({ service: 'lambda', operation: 'Invoke' })).toBe(true);
    const others = ['ListFunctions', 'UpdateEventSourceMapping'].flatMap((operation) =>
      Array.from({ length: 10 }, () => throttle.take({ service: 'lambda', operation })),
    );
    expect(others.filter(Boolean)).toHaveLength(15);
  });

  it("does not throttle the stage's own data", () => {
    const throttle = new Throttle(rates, () => 0);
    const all = Array.from({ length: 5000 }, () => throttle.take({ service: 'dynamodb', operation: 'Query' }));
    expect(all).not.toContain(false);
  });

  it.each(rates)('has one rate and its page for $service $operations', (rate) => {
    const others = rates.filter(({ service }) => service === rate.service).filter((one) => one !== rate);
    for (const { operations } of others)
      expect(operations?.filter((name) => rate.operations?.includes(name)) ?? []).toEqual([]);
    if (rate.operations === undefined) expect(others.every(({ operations }) => operations !== undefined)).toBe(true);
    expect(rate.source ?? 'https://').toMatch(/^https:\/\//);
  });
});
