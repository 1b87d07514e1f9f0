import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { savedQueries } from '#infra/constructs/saved-queries';
import { workers } from '#shared/contract/endpoints';
import { toLogLine } from '#shared/platform/observability/log';
import {
  at,
  findResources,
  listAt,
  STAGES,
  type StageTemplates,
  stageTemplates,
} from '#test/infra/support/stage-templates';

const runbook = readFileSync(resolve(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
/** Sections of the runbook about alarms, by heading. */
const sections = new Map(
  runbook
    .split(/^### /m)
    .slice(1)
    .map((text) => [text.split('\n')[0] ?? '', text.split(/\n## /)[0]?.trim() ?? ''] as const),
);

const alarmShape = z.looseObject({
  AlarmName: z.string(),
  AlarmDescription: z.string(),
  AlarmActions: z.array(z.string()).default([]),
  OKActions: z.array(z.string()).default([]),
});

const ofType = (stage: StageTemplates, type: string) => findResources(stage, type).map(({ Properties }) => Properties);
const readAlarms = (stage: StageTemplates) =>
  ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm'].flatMap((type) =>
    ofType(stage, type).map((properties) => alarmShape.parse(properties)),
  );

const stages = STAGES.map((env) => ({ env, stage: stageTemplates(env, { backups: { keptDays: 35 } }) }));
const sectionOf = (description: string) => /#([\w-]+)$/.exec(description)?.[1] ?? '';
const isPage = ({ AlarmDescription }: z.infer<typeof alarmShape>) => AlarmDescription.startsWith('Page. ');

describe.each(stages)('alarms of $env', ({ env, stage }) => {
  const alarms = readAlarms(stage);
  const short = ({ AlarmName }: z.infer<typeof alarmShape>) => AlarmName.replace(`PartnerRamp-${env}-`, '');

  it.each(alarms)('$AlarmName names its impact, what to check first and its section of the runbook', (alarm) => {
    expect(alarm.AlarmName).toMatch(new RegExp(`^PartnerRamp-${env}-[A-Za-z0-9-]+$`));
    expect(alarm.AlarmDescription).toMatch(
      /^(Page|Ticket|Silent)\. Business impact: [A-Z].{20,}\. First look: .{20,}\. Runbook: /,
    );
    expect([...sections.keys()]).toContain(sectionOf(alarm.AlarmDescription));
    // Maximum length of an alarm description in CloudWatch.
    expect(alarm.AlarmDescription.length).toBeLessThanOrEqual(1024);
  });

  it('page for at most twelve names, each a section of its own', () => {
    const pages = alarms.filter(isPage).map(short);
    expect(pages.length).toBeLessThanOrEqual(12);
    expect([...sections.keys()]).toEqual(expect.arrayContaining(pages));
    expect(pages.filter((name) => name === 'backup-missing')).toHaveLength(1);
  });

  it('have distinct names', () => {
    const names = alarms.map(({ AlarmName }) => AlarmName);
    expect(new Set(names).size).toBe(names.length);
  });

  it('never roll a release back and notify', () => {
    for (const name of ['release-failing', 'money-operations-failing', 'money-operations-crashing']) {
      const found = alarms.filter((alarm) => short(alarm) === name);
      expect(found).toMatchObject([{ AlarmActions: [], AlarmDescription: expect.stringMatching(/^Silent/) }]);
    }
  });

  it('use the name of the gateway in their metrics', () => {
    expect(ofType(stage, 'AWS::ApiGateway::RestApi').map(({ Name }) => Name)).toEqual([`PartnerRamp-${env}`]);
    const gateway = alarms.flatMap(({ Metrics }) =>
      listAt({ Metrics }, 'Metrics')
        .map((one) => at(one, 'MetricStat', 'Metric'))
        .filter((metric) => at(metric, 'Namespace') === 'AWS/ApiGateway'),
    );
    expect(gateway.length).toBeGreaterThanOrEqual(20);
    for (const metric of gateway)
      expect(at(metric, 'Dimensions')).toEqual([
        { Name: 'ApiName', Value: `PartnerRamp-${env}` },
        { Name: 'Stage', Value: env },
      ]);
  });

  it.each([
    ['answersUnauthorized', '{ ($.status = "401") || ($.status = "403") }'],
    ['answersThrottled', '{ $.status = "429" }'],
  ])('count by %s the callers that are refused, by the gateway or by a function', (metricName, pattern) => {
    const filters = ofType(stage, 'AWS::Logs::MetricFilter').filter(({ FilterPattern }) => FilterPattern === pattern);
    const transformation = { MetricName: metricName, MetricNamespace: 'PartnerRamp', MetricValue: '1' };
    expect(filters).toMatchObject([
      { MetricTransformations: [{ ...transformation, Dimensions: [{ Key: 'Stage', Value: '$.stage' }] }] },
    ]);
    // Metric filters read `stage` and `status` in the access log. Every line contains both as text.
    expect(accessLogFormat(stage)).toMatchObject({ stage: '$context.stage', status: '$context.status' });
  });

  it('treat missing data as a failure for the redrive and backups, and for nothing else', () => {
    const silent = alarms.filter(({ TreatMissingData }) => TreatMissingData === 'breaching');
    expect(silent.map(short)).toEqual(['redrive-without-success', 'no-backup-completed']);
  });
});

function accessLogFormat(stage: StageTemplates): object {
  const [gateway] = ofType(stage, 'AWS::ApiGateway::Stage');
  return JSON.parse(String(at(gateway?.AccessLogSetting, 'Format')));
}

it('the runbook has no section without its alarm, each in at most eight lines with four parts', () => {
  const used = new Set(
    stages.flatMap(({ stage }) => readAlarms(stage)).map((alarm) => sectionOf(alarm.AlarmDescription)),
  );
  expect([...sections.keys()].filter((section) => !used.has(section))).toEqual([]);
  for (const [name, text] of sections) {
    const parts = text.match(/^\*\*[\w ]+\.\*\*/gm);
    expect(parts, name).toEqual(['**Partners notice.**', '**First look.**', '**Fix.**', '**Wake.**']);
    expect(text.split('\n').length - 1, name).toBeLessThanOrEqual(8);
  }
});

/** Logs Insights commands in the forms that the project uses. A field is a name, `@name`, `a.b` or a name in backticks. */
const FIELD = '(?:@?\\w+(?:\\.\\w+)?|`[^`]+`)';
const FUNCTION = `(?:count\\(\\)|bin\\(\\d+[smhd]\\)|(?:sum|avg|min|max|count)\\(${FIELD}\\)|pct\\(${FIELD}, \\d+\\))`;
const LIST = (one: string) => `${one}(?:, ${one})*`;
const VALUE = '(?:"[^"]*"|\\d+|\\[(?:"[^"]*"|\\d+)(?:, (?:"[^"]*"|\\d+))*\\])';
const TEST = `(?:ispresent\\(${FIELD}\\)|${FIELD} (?:=|!=|>|>=|<|<=|in|like) ${VALUE})`;
const COMMANDS: readonly RegExp[] = [
  new RegExp(`^fields ${LIST(FIELD)}$`),
  new RegExp(`^filter ${TEST}(?: (?:and|or) ${TEST})*$`),
  new RegExp(`^stats ${LIST(FUNCTION)}(?: by ${LIST(`(?:${FUNCTION}|${FIELD})`)})?$`),
  new RegExp(`^sort (?:${FUNCTION}|${FIELD}) (?:asc|desc)$`),
  /^limit \d+$/,
];

describe('queries of the runbook and the saved ones', () => {
  const blocks = [...runbook.matchAll(/^```\n((?:fields|filter|stats) .+?)\n```$/gms)].map(([, text = '']) => text);
  const inline = [...runbook.matchAll(/`((?:fields|filter|stats) [^`]+)`/g)].map(([, text = '']) => text);
  const accessLog = new Set(Object.keys(accessLogFormat(stageTemplates('sandbox'))));
  const saved = Object.values(savedQueries).map((lines) => lines.join('\n| '));

  it('are found', () => {
    expect(blocks).toEqual(expect.arrayContaining(saved));
    expect(inline.length).toBeGreaterThan(10);
  });

  it.each([...new Set([...blocks, ...inline])])('%s: known commands, on fields that lines have', (query) => {
    for (const command of query.split(/\s*\| /)) {
      expect(
        COMMANDS.some((form) => form.test(command)),
        command,
      ).toBe(true);
      const words = command
        .replaceAll(/"[^"]*"|`[^`]+`/g, '')
        .replaceAll(
          /\b(?:fields|filter|stats|sort|limit|by|and|or|in|like|asc|desc|ispresent|bin|count|sum|avg|min|max|pct)\b/g,
          '',
        )
        .match(/@?[a-zA-Z][\w.]*/g);
      for (const field of words ?? [])
        expect(isField(field) || accessLog.has(field), `${field} of ${command}`).toBe(true);
    }
  });

  /**
   * Returns true if a log line of a function can contain this field: a field of every line, a field that `toLogLine` allows, or a
   * metric. Also accepts the time units of `bin`, for example `m`.
   */
  function isField(name: string): boolean {
    return (
      /^(?:@timestamp|[smhd])$/.test(name) ||
      name in toLogLine('info', '', { [name]: 1 }) ||
      ['providerCallFailed', 'circuitOpened', 'statesEntered'].includes(name) ||
      /^counts\.(?:ON|OFF|CROSS)_RAMP_[A-Z_]+$/.test(name)
    );
  }
});

describe.each(stages)('the dashboard of $env', ({ env, stage }) => {
  const [dashboard, ...others] = ofType(stage, 'AWS::CloudWatch::Dashboard');
  const body = JSON.stringify(dashboard?.DashboardBody);

  it('is one, of at most twenty widgets', () => {
    expect(others).toEqual([]);
    // Dashboard names are unique in an account across all Regions.
    const inItsRegion = { 'Fn::Join': ['', [`PartnerRamp-${env}-`, { Ref: 'AWS::Region' }]] };
    expect([inItsRegion, `PartnerRamp-${env}-us-east-1`]).toContainEqual(dashboard?.DashboardName);
    const titles = [...body.matchAll(/\\"title\\":\\"(.+?)\\"/g)].map(([, title]) => title);
    expect(titles.length).toBeGreaterThan(15);
    expect(titles.length).toBeLessThanOrEqual(20);
    expect(titles.slice(0, 3)).toEqual(['Pages', 'Tickets', expect.stringMatching(/^Service levels/)]);
  });

  it('shows every alarm that notifies, worker and queue, and each metric of the service', () => {
    const notifying = readAlarms(stageTemplates(env)).filter(
      ({ AlarmDescription }) => !AlarmDescription.startsWith('Silent'),
    );
    const shown = [
      ...notifying.map(({ AlarmName }) => AlarmName),
      ...workers.map(({ id }) => id),
      ...['first-attempts', 'retries', 'steps', 'webhook-dead-letters', 'steps-dead-letters'],
      ...['bus-undelivered', 'outbox-discarded', 'IteratorAge', 'ConsumedWriteCapacityUnits', 'WriteThrottleEvents'],
      ...['5XXError', 'Latency', 'Throttles', 'moneyOperationFailed', 'requestRateUnknown', 'serviceUnavailable'],
      ...['firstAttemptMs', 'delivered', 'providerCallFailed', 'transactionsCreated:ON_RAMP', 'entryUnbalanced'],
    ];
    expect(shown.filter((one) => !body.includes(one))).toEqual([]);
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
