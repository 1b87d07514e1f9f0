import * as z from 'zod';
import { ApiClient } from '#local/partner/api-client';
import { check, waitFor } from '#scripts/verify-cloud/phases/checks';
import { stackName, type Target } from '#scripts/verify-cloud/target';
import type { Rehearsal } from '../context';
import { restApiId } from './gateway';
import { awaitAnswer } from './wait';

const prefix = ({ stage }: Target) => `${stackName({ stage })}`;

const gatewayStage = z.object({ accessLogSettings: z.object({ destinationArn: z.string() }) });
const logEvents = z.object({ events: z.array(z.object({ message: z.string() })).default([]) });

/** A request that no function sees is in the access log, by its id. */
export async function checkAccessLog(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const { aws } = target.cloud;
  const parameters = { restApiId: await restApiId(target), stageName: target.stage };
  const { accessLogSettings } = await aws.call(
    { service: 'apigateway', operation: 'GetStage', parameters },
    gatewayStage,
  );
  const [, logGroupName = ''] = accessLogSettings.destinationArn.split(':log-group:');
  const startTime = Date.now() - 60_000;
  const answer = await new ApiClient(target.baseUrl, 'none', 'none').get('/api/nothing');
  const requestId = answer.headers.get('x-request-id');
  check(requestId !== null, 'the answer has no x-request-id');
  const line = await awaitAnswer('the line of the access log', 300, async () => {
    const call = {
      service: 'logs',
      operation: 'FilterLogEvents',
      parameters: { logGroupName, startTime, filterPattern: `"${requestId}"` },
    };
    return (await aws.call(call, logEvents)).events[0]?.message;
  });
  return `a line with ${Object.keys(z.record(z.string(), z.unknown()).parse(JSON.parse(line))).length} fields, found by the request id`;
}

const metrics = z.object({ Metrics: z.array(z.object({ MetricName: z.string() })).default([]) });

/** Lines in the embedded format have become metrics of CloudWatch. */
export async function checkMetrics(rehearsal: Rehearsal): Promise<string> {
  const { cloud, stage } = await rehearsal.target();
  const parameters = { Namespace: 'PartnerRamp', Dimensions: [{ Name: 'Stage', Value: stage }] };
  const names = await awaitAnswer('the metrics of the service', 600, async () => {
    const found = await cloud.aws.call({ service: 'cloudwatch', operation: 'ListMetrics', parameters }, metrics);
    const all = new Set(found.Metrics.map(({ MetricName }) => MetricName));
    return all.has('delivered') ? all : undefined;
  });
  return `${names.size} metrics in PartnerRamp: ${[...names].toSorted().join(', ')}`;
}

const alarms = z.object({
  MetricAlarms: z
    .array(
      z.object({
        AlarmName: z.string(),
        StateValue: z.string(),
        StateReason: z.string().default(''),
        AlarmActions: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  NextToken: z.string().optional(),
});
type Alarm = z.infer<typeof alarms>['MetricAlarms'][number];

async function readAlarms(target: Target): Promise<Alarm[]> {
  const found: Alarm[] = [];
  for (let NextToken: string | undefined; ; ) {
    const parameters = { AlarmNamePrefix: `${prefix(target)}-`, MaxRecords: 100, ...(NextToken && { NextToken }) };
    const page = await target.cloud.aws.call(
      { service: 'cloudwatch', operation: 'DescribeAlarms', parameters },
      alarms,
    );
    found.push(...page.MetricAlarms);
    NextToken = page.NextToken;
    if (NextToken === undefined) return found;
  }
}

/** Every alarm of the stage has been evaluated, none rings, and each notifies the topic. */
export async function checkAlarms(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const { alarmTopicArn } = rehearsal.config();
  const all = await awaitAnswer('an evaluation of every alarm', 900, async () => {
    const found = await readAlarms(target);
    return found.length > 0 && found.every(({ StateValue }) => StateValue !== 'INSUFFICIENT_DATA') ? found : undefined;
  });
  const silent = all.filter(({ AlarmActions }) => !AlarmActions.includes(alarmTopicArn ?? ''));
  check(silent.length === 0, `without the topic: ${silent.map(({ AlarmName }) => AlarmName).join(', ')}`);
  const ringing = all.filter(({ StateValue }) => StateValue === 'ALARM');
  check(ringing.length === 0, `ringing: ${ringing.map(({ AlarmName }) => AlarmName).join(', ')}`);
  const empty = all.filter(({ StateReason }) => /no datapoints/i.test(StateReason)).map(({ AlarmName }) => AlarmName);
  return `${all.length} alarms quiet, each with the topic; ${empty.length} of them have had no data yet: ${empty.join(', ') || 'none'}`;
}

const messages = z.object({
  Messages: z.array(z.object({ Body: z.string(), ReceiptHandle: z.string() })).default([]),
});

/** An alarm that rings reaches the queue behind the topic. */
export async function checkAlarmDelivery(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const { aws } = target.cloud;
  const { AlarmQueueUrl: QueueUrl } = await rehearsal.support();
  const AlarmName = `${prefix(target)}-endpoint-failing`;
  const setState = (StateValue: 'ALARM' | 'OK') =>
    aws.send({
      service: 'cloudwatch',
      operation: 'SetAlarmState',
      parameters: { AlarmName, StateValue, StateReason: 'rehearsal' },
    });
  const startedMs = performance.now();
  await setState('ALARM');
  try {
    await waitFor('the message of the alarm', 180, async () => {
      const call = {
        service: 'sqs',
        operation: 'ReceiveMessage',
        parameters: { QueueUrl, WaitTimeSeconds: 2, MaxNumberOfMessages: 10 },
      };
      const { Messages } = await aws.call(call, messages);
      for (const { ReceiptHandle } of Messages)
        await aws.send({ service: 'sqs', operation: 'DeleteMessage', parameters: { QueueUrl, ReceiptHandle } });
      return Messages.some(({ Body }) => Body.includes(AlarmName)) ? true : undefined;
    });
  } finally {
    await setState('OK');
  }
  return `${AlarmName} arrived by its topic after ${Math.round((performance.now() - startedMs) / 1000)} s`;
}

const definitions = z.object({
  queryDefinitions: z.array(z.object({ name: z.string(), queryString: z.string() })).default([]),
});
const queryId = z.object({ queryId: z.string() });
const queryResults = z.object({
  status: z.string(),
  results: z.array(z.array(z.object({ field: z.string().optional(), value: z.string().optional() }))).default([]),
});
type Rows = z.infer<typeof queryResults>['results'];

/** Runs a query of Logs Insights over the last hours. @param queryString with its SOURCE line */
async function runQuery({ cloud: { aws } }: Target, queryString: string): Promise<Rows> {
  const endTime = Math.floor(Date.now() / 1000);
  const parameters = { queryString, startTime: endTime - 6 * 3600, endTime };
  const id = await aws.call({ service: 'logs', operation: 'StartQuery', parameters }, queryId);
  const ended = await waitFor('the end of a query', 120, async () => {
    const found = await aws.call({ service: 'logs', operation: 'GetQueryResults', parameters: id }, queryResults);
    return ['Scheduled', 'Running'].includes(found.status) ? undefined : found;
  });
  check(ended.status === 'Complete', `the query ended as ${ended.status}: ${queryString}`);
  return ended.results;
}

/** The queries that operators begin with are saved, and run as they are saved, with their SOURCE line. */
export async function checkSavedQueries(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const parameters = { queryDefinitionNamePrefix: `${prefix(target)}/` };
  const call = { service: 'logs', operation: 'DescribeQueryDefinitions', parameters };
  const { queryDefinitions } = await target.cloud.aws.call(call, definitions);
  check(queryDefinitions.length > 0, 'no query is saved');
  const answers: string[] = [];
  for (const { name, queryString } of queryDefinitions)
    answers.push(`${name}: ${(await runQuery(target, queryString)).length} rows`);
  return answers.join(', ');
}

/** Starts and lengths of invocations, as Lambda reports them. */
export async function readColdStarts(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const rows = await runQuery(
    target,
    [
      `SOURCE logGroups(namePrefix: ['${prefix(target)}'])`,
      'filter type = "platform.report"',
      'stats count(), count(record.metrics.initDurationMs), pct(record.metrics.initDurationMs, 50), pct(record.metrics.initDurationMs, 99), pct(record.metrics.durationMs, 50), pct(record.metrics.durationMs, 99)',
    ].join('\n| '),
  );
  const [row] = rows;
  check(row !== undefined, 'no invocation is reported');
  return `${row.map(({ field, value }) => `${field} = ${value}`).join(', ')}. Cost: the account's bill, from the day after on.`;
}

const dashboard = z.object({ DashboardBody: z.string() });
const metricData = z.object({ MetricDataResults: z.array(z.object({ Label: z.string().default('') })).default([]) });

/** Every search of the dashboard finds metrics. */
export async function checkDashboard(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const { aws } = target.cloud;
  const DashboardName = `${prefix(target)}-${target.cloud.environment.AWS_REGION ?? ''}`;
  const call = { service: 'cloudwatch', operation: 'GetDashboard', parameters: { DashboardName } };
  const { DashboardBody } = await aws.call(call, dashboard);
  const found = JSON.stringify(JSON.parse(DashboardBody)).match(/SEARCH\((?:[^"\\]|\\.)*?\)(?=")/g) ?? [];
  check(found.length > 0, 'the dashboard has no search');
  const counts: string[] = [];
  for (const escaped of new Set(found)) {
    const Expression = z.string().parse(JSON.parse(`"${escaped}"`));
    const EndTime = new Date();
    const parameters = {
      StartTime: new Date(EndTime.getTime() - 6 * 3_600_000),
      EndTime,
      MetricDataQueries: [{ Id: 'found', Expression }],
    };
    const data = await aws.call({ service: 'cloudwatch', operation: 'GetMetricData', parameters }, metricData);
    check(data.MetricDataResults.length > 0, `the search finds nothing: ${Expression}`);
    counts.push(`${data.MetricDataResults.length} by ${Expression}`);
  }
  return counts.join('; ');
}
