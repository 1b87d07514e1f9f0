import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { pageOf, whenVisible } from '#cloud/aws/aws-caller';
import { takeMessages } from '#cloud/aws/queue';
import type { Rehearsal } from '#cloud/plan/context';
import { restApiId, stackName, type Target } from '#cloud/plan/target';
import { awaitAnswer, check, countEach, waitFor } from '#cloud/steps/checks';
import { ApiClient } from '#local/partner/api-client';

const prefix = ({ stage }: Target) => `${stackName({ stage })}`;

const gatewayStage = z.object({ accessLogSettings: z.object({ destinationArn: z.string() }) });
const logGroups = pageOf('logGroups', z.object({ logGroupName: z.string() }));
const logEvents = pageOf('events', z.object({ message: z.string() }));

/** Words of a cloud, and of our own log, for a role that may not do something. */
const DENIAL = /deniedAction|AccessDenied|not authorized|UnauthorizedOperation/;
const ERROR = /"level":"error"/;

/**
 * Looks through the logs of all functions of a stage.
 * @throws CheckFailed with the first denials where a role lacks a permission
 */
export async function checkLogs(target: Target): Promise<string> {
  const lines = await linesOf(target);
  const denials = lines.filter((line) => DENIAL.test(line));
  check(denials.length === 0, `${denials.length} calls were denied: ${denials.slice(0, 3).join(' / ').slice(0, 900)}`);
  const messages = lines
    .filter((one) => ERROR.test(one))
    .map((line) => /"message":"([^"]*)"/.exec(line)?.[1] ?? 'an error without a message');
  const errors = countEach(messages);
  return `${lines.length} lines, no call denied; errors: ${errors || 'none'}`;
}

/**
 * Every line of a stage's log groups, each after the name of its group. One group is read after the other: CloudWatch Logs takes five
 * of these calls a second, and the client slows down to what it is given.
 */
async function linesOf({ cloud: { aws }, stage }: Target): Promise<string[]> {
  const own = `${stackName({ stage })}-`;
  const names = (await aws.list('logs DescribeLogGroups', {}, logGroups))
    .map(({ logGroupName }) => logGroupName)
    .filter((name) => name.includes(own));
  check(names.length > 0, 'the stage has no log groups');
  const found: string[] = [];
  for (const logGroupName of names) {
    const lines = (await aws.list('logs FilterLogEvents', { logGroupName }, logEvents)).flatMap(({ message }) =>
      message.split('\n'),
    );
    found.push(...lines.map((line) => `${logGroupName}: ${line}`));
  }
  check(found.length > 0, 'the logs of the stage are empty');
  return found;
}

/** A request that no function sees is in the access log, by its id. */
export async function checkAccessLog(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const { aws } = target.cloud;
  const { accessLogSettings } = await aws.call(
    'apigateway GetStage',
    { restApiId: await restApiId(target), stageName: target.stage },
    gatewayStage,
  );
  const [, logGroupName = ''] = accessLogSettings.destinationArn.split(':log-group:');
  const startTime = Date.now() - 60_000;
  const answer = await new ApiClient(target.baseUrl, 'none', 'none').get('/api/nothing');
  const requestId = answer.headers.get('x-request-id');
  check(requestId !== null, 'the answer has no x-request-id');
  const line = await awaitAnswer('the line of the access log', 300, async () => {
    return (
      await aws.list('logs FilterLogEvents', { logGroupName, startTime, filterPattern: `"${requestId}"` }, logEvents)
    )[0]?.message;
  });
  return `a line with ${Object.keys(z.record(z.string(), z.unknown()).parse(JSON.parse(line))).length} fields, found by the request id`;
}

const alarms = pageOf(
  'MetricAlarms',
  z.object({
    AlarmName: z.string(),
    StateValue: z.string(),
    StateReason: z.string().default(''),
    AlarmActions: z.array(z.string()).default([]),
  }),
);

async function readAlarms(target: Target) {
  return await target.cloud.aws.list(
    'cloudwatch DescribeAlarms',
    { AlarmNamePrefix: `${prefix(target)}-`, MaxRecords: 100 },
    alarms,
  );
}

/** Every alarm of the stage has been evaluated, none rings, and each notifies the topic. */
export async function checkAlarms(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const topicArn = rehearsal.config().alarms?.topicArn;
  const all = await awaitAnswer('an evaluation of every alarm', 900, async () => {
    const found = await readAlarms(target);
    return found.length > 0 && found.every(({ StateValue }) => StateValue !== 'INSUFFICIENT_DATA') ? found : undefined;
  });
  const silent = all.filter(({ AlarmActions }) => !AlarmActions.includes(topicArn ?? ''));
  check(silent.length === 0, `without the topic: ${silent.map(({ AlarmName }) => AlarmName).join(', ')}`);
  const ringing = all.filter(({ StateValue }) => StateValue === 'ALARM');
  check(ringing.length === 0, `ringing: ${ringing.map(({ AlarmName }) => AlarmName).join(', ')}`);
  const empty = all.filter(({ StateReason }) => /no datapoints/i.test(StateReason)).map(({ AlarmName }) => AlarmName);
  return `${all.length} alarms quiet, each with the topic; ${empty.length} of them have had no data yet: ${empty.join(', ') || 'none'}`;
}

/** An alarm that rings reaches the queue behind the topic. */
export async function checkAlarmDelivery(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const { aws } = target.cloud;
  const { AlarmQueueUrl: QueueUrl } = await rehearsal.support();
  const AlarmName = `${prefix(target)}-endpoint-failing`;
  // Other messages of the same alarm may come in between, as that of its first evaluation: this one is known by its reason.
  const reason = `rehearsal ${randomUUID()}`;
  const setState = (StateValue: 'ALARM' | 'OK', StateReason: string) =>
    aws.send('cloudwatch SetAlarmState', { AlarmName, StateValue, StateReason });
  const startedMs = performance.now();
  await setState('ALARM', reason);
  try {
    await waitFor('the message of the alarm', 180, async () => {
      const bodies = await takeMessages(aws, QueueUrl);
      return bodies.some((body) => body.includes(reason)) ? true : undefined;
    });
  } finally {
    await setState('OK', 'the end of the rehearsal of the alarm');
  }
  return `${AlarmName} arrived by its topic after ${Math.round((performance.now() - startedMs) / 1000)} s`;
}

const definitions = z.object({
  queryDefinitions: z.array(z.object({ name: z.string(), queryString: z.string() })).default([]),
  nextToken: z.string().optional(),
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
  const id = await aws.call('logs StartQuery', { queryString, startTime: endTime - 6 * 3600, endTime }, queryId);
  const ended = await waitFor('the end of a query', 120, async () => {
    const found = await whenVisible(() => aws.call('logs GetQueryResults', id, queryResults));
    return ['Scheduled', 'Running'].includes(found.status) ? undefined : found;
  });
  check(ended.status === 'Complete', `the query ended as ${ended.status}: ${queryString}`);
  return ended.results;
}

/** The saved queries of a stage. The SDK has no paginator for them. */
async function savedQueries(target: Target) {
  const found: z.infer<typeof definitions>['queryDefinitions'] = [];
  for (let nextToken: string | undefined; ; ) {
    const parameters = { queryDefinitionNamePrefix: `${prefix(target)}/`, ...(nextToken && { nextToken }) };
    const page = await target.cloud.aws.call('logs DescribeQueryDefinitions', parameters, definitions);
    found.push(...page.queryDefinitions);
    nextToken = page.nextToken;
    if (nextToken === undefined) return found;
  }
}

/** The queries that operators begin with are saved, and run as they are saved, with their SOURCE line. */
export async function checkSavedQueries(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const queryDefinitions = await savedQueries(target);
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
