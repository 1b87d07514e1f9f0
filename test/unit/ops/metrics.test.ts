import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient, GetMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { aFunctionLog } from '#test/support/console/function-log';
import { ops, toolOnTable } from '#test/unit/ops/tool';

const HOUR_MS = 3_600_000;
const { here } = toolOnTable('--json');
const cloudWatch = mockClient(CloudWatchClient);
const cloudFormation = mockClient(CloudFormationClient);
afterAll(() => {
  cloudWatch.restore();
  cloudFormation.restore();
});

const shown = z.object({
  at: z.array(z.string()),
  unavailable: z.nullable(z.string()),
  charts: z.array(
    z.object({
      name: z.string(),
      isKnown: z.boolean(),
      series: z.array(z.object({ name: z.string(), values: z.array(z.nullable(z.number())) })),
    }),
  ),
});

/** Shows the metrics of the last three hours. */
async function show(...args: readonly string[]) {
  const { code, out, error } = await ops(['metrics', 'show', '--last', '3', ...args, ...here()]);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  const { charts, ...others } = shown.parse(JSON.parse(out));
  const byName = new Map(charts.map((chart) => [chart.name, chart]));
  const values = (name: string) => byName.get(name)?.series.map((series) => series.values);
  return { ...others, charts, values, isKnown: (name: string) => byName.get(name)?.isKnown };
}

it('shows of the laptop what its functions have measured, and nothing for hours before their log', async () => {
  const thisHour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const folder = aFunctionLog([
    { atMs: thisHour - 60_000, values: { 'transactionsCreated:ON_RAMP': 2, durationMs: 40 } },
    { atMs: thisHour - 30_000, values: { 'transactionsCreated:ON_RAMP': 1, durationMs: [10, 20, 30] } },
    { atMs: thisHour, values: { transactionsCompleted: 4, transactionsEndedUnpaid: 1 } },
  ]);
  const { values, isKnown, at, unavailable } = await show('--data-dir', folder);
  expect(at.at(-1)).toBe(new Date(thisHour).toISOString());
  expect(unavailable).toBeNull();
  expect(values('transactions')).toEqual([
    [null, 3, 0],
    [null, 0, 0],
    [null, 0, 0],
  ]);
  expect(values('states')).toEqual([
    [null, 0, 0],
    [null, 0, 4],
    [null, 0, 0],
    [null, 0, 1],
  ]);
  expect(values('requests')?.[0]).toEqual([null, 4, 0]);
  expect(values('latency')).toEqual([
    [null, 20, null],
    [null, 40, null],
  ]);
  expect([isKnown('queues'), isKnown('firstAttempt'), isKnown('webhooks')]).toEqual([false, false, true]);
});

it('says where there is no log, and shows no figure', async () => {
  const { charts, unavailable } = await show('--data-dir', '/nowhere');
  expect({ charts, unavailable }).toEqual({
    ...{ charts: [], unavailable: 'There is no log of a local stack at /nowhere/functions.log.' },
  });
});

it('asks CloudWatch for a stage once, and takes an hour without a count for none', async () => {
  process.env.AWS_REGION = 'eu-west-1';
  const thisHour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const dataOf = (Id: string, value: number) => ({ Id, Timestamps: [new Date(thisHour)], Values: [value] });
  const Outputs = ['FirstAttempts', 'Retries', 'Steps'].map((name) => ({
    ...{ OutputKey: `${name}QueueUrl`, OutputValue: `https://sqs.example/1/PartnerRamp-${name}` },
  }));
  const stack = { StackName: 'PartnerRamp-sandbox', CreationTime: new Date(), StackStatus: 'UPDATE_COMPLETE' } as const;
  cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [{ ...stack, Outputs }] });
  cloudWatch.on(GetMetricDataCommand).callsFake(({ MetricDataQueries = [] }) => ({
    MetricDataResults: z
      .array(z.looseObject({ Id: z.string(), MetricStat: z.object({ Stat: z.string() }) }))
      .parse(MetricDataQueries)
      .map(({ Id, MetricStat }) => dataOf(Id, MetricStat.Stat === 'p99' ? 80 : 5)),
  }));
  const { values, isKnown } = await show('--env', 'sandbox');
  expect(values('transactions')?.[0]).toEqual([0, 0, 5]);
  expect(values('latency')?.[1]).toEqual([null, null, 80]);
  expect(isKnown('queues')).toBe(true);
  const [call, ...others] = cloudWatch.commandCalls(GetMetricDataCommand);
  expect(others).toEqual([]);
  const asked = call?.args[0].input.MetricDataQueries ?? [];
  expect(asked.length).toBeLessThan(500);
  expect(asked[0]?.MetricStat).toMatchObject({ Period: 3600, Metric: { Namespace: 'PartnerRamp' } });
  const queue = { Name: 'QueueName', Value: 'PartnerRamp-Steps' };
  expect(asked.at(-1)?.MetricStat).toMatchObject({ Metric: { Namespace: 'AWS/SQS', Dimensions: [queue] } });
});
