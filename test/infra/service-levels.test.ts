import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stageSettings } from '#infra/config/stage-settings';
import { type Minute, playAlarms } from '#test/infra/support/alarm-player';
import { findResources, STAGES, type StageTemplates, stageTemplates } from '#test/infra/support/stage-templates';

const TOPIC = 'arn:aws:sns:eu-west-1:111122223333:alarms';
const TICKETS = 'arn:aws:sns:eu-west-1:111122223333:tickets';
const serviceLevels = {
  availability: { percent: 99.9 },
  latency: { percent: 99, ms: 1500 },
  firstWebhook: { percent: 99.5, s: 60 },
};
const OBJECTIVES = [
  { name: 'availability', budget: 0.001 },
  { name: 'latency', budget: 0.01 },
  { name: 'first-webhook', budget: 0.005 },
] as const;
/** Minutes of the 30 days over which a budget counts. */
const MONTH = 30 * 1440;

const properties = (stage: StageTemplates, type: string) =>
  findResources(stage, type).map(({ Properties }) => Properties);

const measured = stageTemplates('production', { serviceLevels, alarms: { topicArn: TOPIC, ticketTopicArn: TICKETS } });

describe.each(STAGES)('service levels of %s', (env) => {
  it('are absent where no setting names them', () => {
    const stage = stageTemplates(env);
    expect(properties(stage, 'AWS::CloudWatch::CompositeAlarm')).toEqual([]);
    expect(JSON.stringify(stage.text)).not.toMatch(/service-levels|-burn-/);
  });

  it('each have silent alarms for their windows, two that notify, and a row of the page', () => {
    const stage = stageTemplates(env, { serviceLevels, alarms: { topicArn: TOPIC, ticketTopicArn: TICKETS } });
    const composites = properties(stage, 'AWS::CloudWatch::CompositeAlarm');
    expect(composites.map(({ AlarmName }) => AlarmName)).toEqual(
      OBJECTIVES.flatMap(({ name }) =>
        ['budget-burns', 'budget-burns-slowly'].map((end) => `PartnerRamp-${env}-${name}-${end}`),
      ),
    );
    for (const { AlarmName, AlarmDescription, AlarmActions, OKActions } of composites) {
      const isTicket = String(AlarmName).endsWith('-slowly');
      expect(AlarmDescription).toMatch(isTicket ? /^Ticket\. Business impact: / : /^Page\. Business impact: /);
      expect([AlarmActions, OKActions]).toEqual(Array(2).fill([isTicket ? TICKETS : TOPIC]));
    }
    const silent = properties(stage, 'AWS::CloudWatch::Alarm').filter(({ AlarmName }) =>
      /-burn-/.test(String(AlarmName)),
    );
    expect(silent).toHaveLength(18);
    for (const alarm of silent) expect(alarm).not.toHaveProperty('AlarmActions');
    const names = properties(stage, 'AWS::CloudWatch::Dashboard').map(({ DashboardName }) =>
      JSON.stringify(DashboardName),
    );
    expect(names.filter((name) => name.includes('service-levels'))).toHaveLength(1);
  });
});

it('count what the gateway and the first attempts say', () => {
  const counted = findResources(measured, 'AWS::CloudWatch::Alarm').flatMap(({ Properties }) => {
    if (!String(Properties.AlarmName).endsWith('-burn-5m')) return [];
    return z
      .array(metricQuery)
      .parse(Properties.Metrics)
      .flatMap(({ Id, MetricStat }) =>
        MetricStat === undefined ? [] : [[Id, MetricStat.Metric.MetricName, MetricStat.Stat, MetricStat.Period]],
      );
  });
  expect(counted).toEqual([
    ...[
      ['bad5m', '5XXError', 'Sum', 300],
      ['total5m', 'Count', 'Sum', 300],
    ],
    ...[
      ['bad5m', 'Latency', 'TC(1500:)', 300],
      ['total5m', 'Latency', 'SampleCount', 300],
    ],
    ...[
      ['bad5m', 'firstAttemptMs', 'TC(60000:)', 300],
      ['total5m', 'firstAttemptMs', 'SampleCount', 300],
    ],
  ]);
});

const metricQuery = z.looseObject({
  Id: z.string(),
  MetricStat: z.optional(
    z.looseObject({ Metric: z.looseObject({ MetricName: z.string() }), Stat: z.string(), Period: z.number() }),
  ),
});

it.each([
  ['a level that no month can measure', { availability: { percent: 99.999 } }],
  ['a level that no burn can break', { availability: { percent: 90 } }],
  ['an answer that the gateway cuts off before', { latency: { percent: 99, ms: 30_000 } }],
  ['a level that has another name', { durability: { percent: 99 } }],
])('refuses %s', (_, levels) => {
  expect(stageSettings.shape.serviceLevels.safeParse(levels).success).toBe(false);
});

/** Minutes of a traffic with a share of bad events. */
const traffic = (minutes: number, share: number, total = 6000): Minute[] =>
  Array.from({ length: minutes }, () => ({ total, bad: total * share }));

describe.each(OBJECTIVES)('the alarms of $name, played', ({ name, budget }) => {
  const play = (...parts: readonly (readonly Minute[])[]) => playAlarms(measured, name, parts.flat());
  const well = traffic(1440, 0);

  it.each([
    // Share of bad events in budgets, then the minutes until it pages and until it is a ticket: long window times rate over share.
    ['everything fails', 1 / budget, Math.ceil((60 * 14.4) / (1 / budget)), Math.ceil((1440 * 3) / (1 / budget))],
    ['twenty times the budget', 20, Math.ceil((60 * 14.4) / 20), (1440 * 3) / 20],
    ['eight times', 8, (360 * 6) / 8, (1440 * 3) / 8],
    ['four times', 4, undefined, (1440 * 3) / 4],
    ['twice', 2, undefined, undefined],
  ])('%s', (_, times, page, ticket) => {
    const rung = play(well, traffic(1440, Math.min(times * budget, 1)));
    expect([rung.page.first, rung.ticket.first]).toEqual(
      [page, ticket].map((minutes) => (minutes === undefined ? undefined : 1440 + minutes)),
    );
  });

  it('page no longer half an hour after everything is well again, nor the ticket after two hours', () => {
    const { page, ticket } = play(well, traffic(20, 1), traffic(1440, 0));
    expect(page.first).toBeDefined();
    expect(page.last).toBeLessThanOrEqual(1440 + 20 + 30);
    expect(ticket.last ?? 0).toBeLessThanOrEqual(1440 + 20 + 120);
  });

  it('are quiet where a night has four failures, and where nothing is counted', () => {
    const night = Array.from({ length: 1440 }, (_, minute) => (minute % 360 === 0 ? { total: 1, bad: 1 } : {}));
    for (const minutes of [night, Array.from({ length: 600 }, () => ({}))])
      expect(play(minutes)).toEqual({
        page: { first: undefined, last: undefined },
        ticket: { first: undefined, last: undefined },
      });
  });

  it('ring before a tenth of the budget is gone, and never where the budget lasts', () => {
    fc.assert(
      fc.property(fc.double({ min: 3.05, max: 1 / budget, noNaN: true }), (times) => {
        const { page, ticket } = play(well, traffic(1440, times * budget));
        const first = Math.min(page.first ?? Number.POSITIVE_INFINITY, ticket.first ?? Number.POSITIVE_INFINITY) - 1440;
        // The last minute counts whole.
        expect((first - 1) * times).toBeLessThanOrEqual(MONTH / 10);
      }),
      { numRuns: 12 },
    );
    expect(play(traffic(2 * 1440, budget))).toMatchObject({ page: { first: undefined }, ticket: { first: undefined } });
  });
});
