import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { endpointsIn, workers } from '#shared/api/endpoints';
import { stateMachines, transactionKinds } from '#shared/transactions/domain/status-facts';
import { at, findResources, STAGES, type StageTemplates, stageTemplates } from './support/stage-templates';

const runbook = readFileSync(resolve(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
/** Sections of alarms are headings of level three. */
const sections = [...runbook.matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase());

const described = z.looseObject({ AlarmDescription: z.string() });
const alarmShape = described.extend({
  AlarmName: z.string(),
  TreatMissingData: z.string(),
  EvaluationPeriods: z.number(),
});

const ofType = (stage: StageTemplates, type: string) => findResources(stage, type).map(({ Properties }) => Properties);
const readAlarms = (stage: StageTemplates) =>
  ofType(stage, 'AWS::CloudWatch::Alarm').map((properties) => alarmShape.parse(properties));

const stages = STAGES.map((env) => ({ env, stage: stageTemplates(env) }));
const runbookSection = (description: string) => /docs\/runbook\.md#([a-z-]+)$/.exec(description)?.[1];

describe.each(stages)('alarms of $env', ({ env, stage }) => {
  const alarms = readAlarms(stage);

  it.each(alarms)('$AlarmName names its impact, what to check first and its section of the runbook', (alarm) => {
    expect(alarm.AlarmName).toMatch(new RegExp(`^PartnerRamp-${env}-[A-Za-z-]+$`));
    expect(alarm.AlarmDescription).toMatch(
      /^(Page|Ticket)\. Business impact: [A-Z].{20,}\. First look: .{20,}\. Runbook: /,
    );
    expect(sections).toContain(runbookSection(alarm.AlarmDescription));
    // The length of a description that CloudWatch shows.
    expect(alarm.AlarmDescription.length).toBeLessThanOrEqual(1024);
  });

  it('are tickets where the runbook says so, and pages everywhere else', () => {
    const [, listed = ''] = /^Tickets: ([^.]+)\./m.exec(runbook) ?? [];
    const tickets = [...listed.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => `PartnerRamp-${env}-${name}`);
    const found = alarms.filter(({ AlarmDescription }) => AlarmDescription.startsWith('Ticket. '));
    expect(found.map(({ AlarmName }) => AlarmName).sort()).toEqual(tickets.sort());
    expect(found.length).toBeLessThan(alarms.length / 2);
  });

  it('have distinct names', () => {
    const names = alarms.map(({ AlarmName }) => AlarmName);
    expect(new Set(names).size).toBe(names.length);
  });

  it('use the name of the gateway in their metrics', () => {
    expect(ofType(stage, 'AWS::ApiGateway::RestApi').map(({ Name }) => Name)).toEqual([`PartnerRamp-${env}`]);
    const gateway = alarms.filter(({ Namespace }) => Namespace === 'AWS/ApiGateway');
    expect(gateway.length).toBeGreaterThanOrEqual(2);
    for (const { Dimensions } of gateway) {
      expect(Dimensions).toEqual([
        { Name: 'ApiName', Value: `PartnerRamp-${env}` },
        { Name: 'Stage', Value: env },
      ]);
    }
  });

  it.each([
    ['request rates of partners are not enforced', 'request-rate-unknown', 'requestRateUnknown'],
    ['calls of partners are answered 503', 'service-unavailable', 'serviceUnavailable'],
  ])('report that %s', (_what, name, MetricName) => {
    const metric = { Namespace: 'PartnerRamp', MetricName, Dimensions: [{ Name: 'Stage', Value: env }] };
    expect(alarms).toContainEqual(expect.objectContaining({ AlarmName: `PartnerRamp-${env}-${name}`, ...metric }));
  });

  it.each([
    ['callers-unauthorized', 'answersUnauthorized', '{ ($.status = "401") || ($.status = "403") }'],
    ['callers-throttled', 'answersThrottled', '{ $.status = "429" }'],
  ])('report by %s that many callers are refused, by the gateway or by a function', (name, metricName, pattern) => {
    expect(alarms).toContainEqual(
      expect.objectContaining({
        AlarmName: `PartnerRamp-${env}-${name}`,
        Namespace: 'PartnerRamp',
        MetricName: metricName,
        Dimensions: [{ Name: 'Stage', Value: env }],
        TreatMissingData: 'notBreaching',
      }),
    );
    const filters = ofType(stage, 'AWS::Logs::MetricFilter').filter(({ FilterPattern }) => FilterPattern === pattern);
    expect(filters).toMatchObject([
      {
        MetricTransformations: [
          {
            MetricName: metricName,
            MetricNamespace: 'PartnerRamp',
            MetricValue: '1',
            Dimensions: [{ Key: 'Stage', Value: '$.stage' }],
          },
        ],
      },
    ]);
    // The filter's field is in every line of the access log, as a text.
    const [gateway] = ofType(stage, 'AWS::ApiGateway::Stage');
    const format: unknown = JSON.parse(String(at(gateway?.AccessLogSetting, 'Format')));
    expect(format).toMatchObject({ stage: '$context.stage', status: '$context.status' });
  });

  it('report that the account has no room to run functions, whichever they are', () => {
    const [alarm] = alarms.filter(({ AlarmName }) => AlarmName === `PartnerRamp-${env}-functions-throttled`);
    expect(alarm).toMatchObject({ Namespace: 'AWS/Lambda', MetricName: 'Throttles', Statistic: 'Sum' });
    expect(alarm).not.toHaveProperty('Dimensions');
  });

  it('watch every worker', () => {
    const names = alarms.map(({ AlarmName }) => AlarmName.replace(`PartnerRamp-${env}-`, ''));
    for (const { id } of workers) expect(names).toContain(id === 'sweepOverdue' ? 'redrive-failing' : `${id}-failing`);
  });

  it('treat missing data as a failure for the redrive, and for nothing else', () => {
    const silent = alarms.filter(({ TreatMissingData }) => TreatMissingData === 'breaching');
    expect(silent.map(({ AlarmName }) => AlarmName)).toEqual([`PartnerRamp-${env}-redrive-silent`]);
  });
});

it('the runbook has no section without its alarm, and each says what to check and how to fix it', () => {
  const measured = stageTemplates('production', { serviceLevels: { availability: { percent: 99.9 } } });
  const descriptions = [
    ...stages.flatMap(({ stage }) => readAlarms(stage)),
    ...readAlarms(
      stageTemplates('production', {
        backups: { keptDays: 35 },
      }),
    ),
    ...ofType(measured, 'AWS::CloudWatch::CompositeAlarm').map((alarm) => described.parse(alarm)),
  ].map(({ AlarmDescription }) => AlarmDescription);
  const used = new Set(descriptions.map(runbookSection));
  expect(sections).toEqual(expect.arrayContaining(['budget-burns', 'budget-burns-slowly']));
  expect(sections.filter((section) => !used.has(section))).toEqual([]);
  for (const text of runbook.split(/^### /m).slice(1)) {
    for (const part of ['**Meaning.**', '**First look.**', '**Fix.**'])
      expect(text, text.split('\n')[0]).toContain(part);
  }
});

describe.each(stages)('the dashboard of $env', ({ env, stage }) => {
  const [dashboard, ...others] = ofType(stage, 'AWS::CloudWatch::Dashboard');
  const body = JSON.stringify(dashboard?.DashboardBody);

  it('is one, within the limits of CloudWatch', () => {
    expect(others).toEqual([]);
    // Their names are those of an account in all its Regions.
    const inItsRegion = { 'Fn::Join': ['', [`PartnerRamp-${env}-`, { Ref: 'AWS::Region' }]] };
    expect([inItsRegion, `PartnerRamp-${env}-us-east-1`]).toContainEqual(dashboard?.DashboardName);
    // Metrics of a dashboard: 2,500 at most.
    expect(body.match(/\\"stat\\":/g)?.length).toBeLessThan(2500);
  });

  it('shows every endpoint, worker, state and queue', () => {
    const shown = [
      ...endpointsIn(env).map(({ id }) => id),
      ...workers.map(({ id }) => id),
      ...transactionKinds.flatMap((kind) =>
        stateMachines[kind].statuses.map((status) => `transaction:${kind}:${status}`),
      ),
      ...['first-attempts', 'retries', 'steps', 'webhook-dead-letters', 'steps-dead-letters'],
      ...['bus-undelivered', 'outbox-discarded', 'IteratorAge', 'ConsumedWriteCapacityUnits'],
      ...[
        'WriteThrottleEvents',
        'firstAttemptMs',
        'delivered',
        '5XXError',
        'Latency',
        'Throttles',
        'requestRateUnknown',
        'serviceUnavailable',
      ],
    ];
    expect(shown.filter((one) => !body.includes(`\\"${one}\\"`) && !body.includes(one))).toEqual([]);
  });

  it.each(['providerCallFailed', 'circuitOpened'])('names the provider in %s', (name) => {
    expect(body).toContain(`{PartnerRamp,Stage,provider} MetricName=\\\\\\"${name}\\\\\\" Stage=\\\\\\"${env}`);
  });
});

/** The words of a name by which CloudWatch finds it in part: runs of digits, and of letters up to the next capital. */
const wordsIn = (name: string) => name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];

/**
 * Tells whether a search finds a metric of these values: a term in quotes is a whole value, any other is words in one.
 */
function isFound(terms: string, values: readonly string[]): boolean {
  const exact = [...terms.matchAll(/(?:\w+=)?"([^"]+)"/g)].map(([, value = '']) => value);
  const words = new Set(values.flatMap(wordsIn));
  return (
    exact.every((value) => values.includes(value)) &&
    wordsIn(terms.replaceAll(/(?:\w+=)?"[^"]+"/g, '')).every((word) => words.has(word))
  );
}

describe.each(stages)('the search of the dashboard of $env for functions', ({ env, stage }) => {
  const [dashboard] = ofType(stage, 'AWS::CloudWatch::Dashboard');
  const [, terms = ''] =
    /SEARCH\('\{AWS\/Lambda,FunctionName\} (.+?)', /.exec(JSON.stringify(dashboard).replaceAll('\\', '')) ?? [];
  const other = env === 'sandbox' ? 'production' : 'sandbox';

  it('finds functions by the beginning of the names that CloudFormation gives them', () => {
    const name = `PartnerRamp-${env}-Api-1K-listUsersFunctionF2B9F3A1-0dH3x`;
    expect(isFound(terms, ['Throttles', name])).toBe(true);
    expect(isFound(terms, ['Errors', name])).toBe(false);
  });

  it('finds none of another stage or service', () => {
    expect(isFound(terms, ['Throttles', `PartnerRamp-${other}-Api-1K-listUsersFunctionF2B9F3A1-0dH3x`])).toBe(false);
    expect(isFound(terms, ['Throttles', `billing-${env}-listUsers`])).toBe(false);
  });
});

describe.each(STAGES)('the saved queries of the %s', (env) => {
  it('are those of the runbook, over all log groups of the stage', () => {
    const [, source = ''] = /^```\n(SOURCE .+)\n```$/m.exec(runbook) ?? [];
    const everywhere = source.replace('<stage>', env);
    expect(everywhere).toBe(`SOURCE logGroups(namePrefix: ['PartnerRamp-${env}'])`);
    const shown = [...runbook.matchAll(/^`([a-z-]+)`\n```\n(.+?)\n```$/gms)].map(
      ([, name = '', text = '']): [string, string] => [`PartnerRamp-${env}/${name}`, `${everywhere}\n| ${text}`],
    );
    const saved = ofType(stageTemplates(env), 'AWS::Logs::QueryDefinition').map(
      ({ Name, QueryString }): [string, string] => [String(Name), String(QueryString)],
    );
    expect(shown.length).toBeGreaterThan(3);
    expect(Object.fromEntries(saved)).toEqual(Object.fromEntries(shown));
  });
});
