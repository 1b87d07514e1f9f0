import { CloudWatchClient, GetInsightRuleReportCommand } from '@aws-sdk/client-cloudwatch';
import {
  DescribeContributorInsightsCommand,
  DescribeTableCommand,
  UpdateContributorInsightsCommand,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { LOCAL_REGION } from '#local/engines/local-cloud';
import { type LoopbackIdentity, startLoopbackIdentity } from '#test/support/servers/loopback-identity';
import { ops } from '#test/unit/ops/tool';

const dynamodb = mockClient(DynamoDBDocumentClient);
const cloudWatch = mockClient(CloudWatchClient);
const here = ['--env', 'production', '--endpoint', 'http://127.0.0.1:9', '--table', 'ramp'];
const RULE = 'DynamoDBContributorInsights-PKC-ramp-1764000000000';

let identity: LoopbackIdentity;
beforeAll(async () => {
  Object.assign(process.env, { AWS_REGION: LOCAL_REGION, AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' });
  identity = await startLoopbackIdentity();
});
afterAll(async () => {
  dynamodb.restore();
  cloudWatch.restore();
  await identity?.stop();
});
beforeEach(() => {
  dynamodb.reset();
  cloudWatch.reset();
  dynamodb.on(DescribeTableCommand).resolves({
    Table: {
      ...{ TableArn: `arn:aws:dynamodb:us-east-1:000000000000:table/ramp` },
      GlobalSecondaryIndexes: [{ IndexName: 'byDue' }],
    },
  });
  tableIsOf('production');
  dynamodb.on(UpdateContributorInsightsCommand).resolves({ ContributorInsightsStatus: 'ENABLING' });
});

const tableIsOf = (stage: string) => dynamodb.on(QueryCommand).resolves({ Items: [{ SK: LOCAL_REGION, stage }] });

const changes = () => dynamodb.commandCalls(UpdateContributorInsightsCommand).map(({ args }) => args[0].input);

it('on counts the keys of table and index, says what it costs, and is on record before', async () => {
  const { code, out, error } = await ops(['insights', 'on', ...here]);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  const counted = { TableName: 'ramp', ContributorInsightsAction: 'ENABLE' };
  const mode = { ContributorInsightsMode: 'ACCESSED_AND_THROTTLED_KEYS' };
  expect(changes()).toEqual([
    { ...counted, ...mode, IndexName: undefined },
    { ...counted, ...mode, IndexName: 'byDue' },
  ]);
  expect(out).toMatch(/^table: ENABLING\nbyDue: ENABLING\nCloudWatch bills .* 0\.50 dollars a month/);
  const calls = dynamodb.calls().map(({ args }) => args[0].constructor.name);
  expect(calls.indexOf('TransactWriteCommand')).toBeLessThan(calls.indexOf('UpdateContributorInsightsCommand'));
  const noted = { mode: 'ACCESSED_AND_THROTTLED_KEYS', operator: expect.stringMatching(/^arn:/) };
  const [record] = dynamodb.commandCalls(TransactWriteCommand);
  expect(record?.args[0].input.TransactItems?.[0]?.Put?.Item).toMatchObject({ verb: 'insights on', ...noted });
});

it('on --throttled counts throttled requests alone, and off stops', async () => {
  expect(await ops(['insights', 'on', '--throttled', ...here])).toMatchObject({ code: 0 });
  expect(changes()).toMatchObject(Array(2).fill({ ContributorInsightsMode: 'THROTTLED_KEYS' }));
  dynamodb.resetHistory();
  expect(await ops(['insights', 'off', ...here])).toMatchObject({ code: 0, error: '' });
  expect(changes()).toMatchObject(Array(2).fill({ ContributorInsightsAction: 'DISABLE' }));
});

it('show names the most used keys where they are counted', async () => {
  dynamodb
    .on(DescribeContributorInsightsCommand)
    .callsFake(({ IndexName }) =>
      IndexName === undefined
        ? { ContributorInsightsStatus: 'ENABLED', ContributorInsightsRuleList: [RULE], LastUpdateDateTime: new Date(0) }
        : { ContributorInsightsStatus: 'DISABLED', ContributorInsightsRuleList: [RULE] },
    );
  const Contributors = [{ Keys: ['RATE#019a'], ApproximateAggregateValue: 4711, Datapoints: [] }];
  cloudWatch.on(GetInsightRuleReportCommand).resolves({ Contributors });
  const { code, out } = await ops(['insights', 'show', '--minutes', '15', ...here]);
  expect(code).toBe(0);
  expect(out).toBe(
    'table: ENABLED since 1970-01-01T00:00:00.000Z\n\nMost used partition keys\nCOUNT  KEY\n4711   RATE#019a\nbyDue: DISABLED\n',
  );
  expect(cloudWatch.commandCalls(GetInsightRuleReportCommand).map(({ args }) => args[0].input)).toMatchObject([
    { RuleName: RULE, Period: 900, MaxContributorCount: 10 },
  ]);
});

it.each(['on', 'off', 'show'])('%s says that a laptop has no such thing, and changes nothing', async (name) => {
  const local = ['--endpoint', 'http://127.0.0.1:9', '--table', 'ramp'];
  tableIsOf('local');
  const output = await ops(['insights', name, ...local]);
  expect(output).toMatchObject({ code: 1, out: '', error: expect.stringMatching(/^Not on a laptop: /) });
  expect(changes()).toEqual([]);
});
