import { Duration } from 'aws-cdk-lib';
import { AlarmRule, type IAlarmRule, MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';
import { type AlarmProps, metricAlarm } from '#infra/constructs/alarms/business-alarm';
import { gatewayMetric, serviceMetric } from '#infra/constructs/service-metric';

/**
 * A service level over 30 days: all counted events (requests or first attempts), the bad events, and the fraction that may be
 * bad.
 */
export interface ServiceLevel {
  /** Name of the level's alarms and of their section in the runbook. */
  readonly name: 'api-availability' | 'api-latency' | 'webhook-delivery-late';
  /** Description of the level in one line. */
  readonly text: string;
  /** Error budget as a fraction of all events. */
  readonly budget: number;
  readonly metrics: { readonly bad: Metric; readonly total: Metric };
}

/** Returns the service levels of every stage (docs/service-levels.md). */
export function serviceLevels(config: StageConfig): readonly ServiceLevel[] {
  const gateway = (name: 'Count' | '5XXError' | 'Latency', statistic: string) =>
    gatewayMetric(config, name, { statistic });
  const firstAttempt = (statistic: string) => serviceMetric(config, 'firstAttemptMs', { statistic });
  return [
    {
      name: 'api-availability',
      text: '99.9 % of requests without a 5xx response',
      budget: 0.001,
      metrics: { bad: gateway('5XXError', 'Sum'), total: gateway('Count', 'Sum') },
    },
    {
      name: 'api-latency',
      text: '99 % of responses within 3 s',
      budget: 0.01,
      // A cold start and a transaction on the table together take about one second, so a response after more than 3 s is unusual.
      metrics: { bad: gateway('Latency', above(3000)), total: gateway('Latency', 'SampleCount') },
    },
    {
      name: 'webhook-delivery-late',
      text: '99.5 % of first attempts within 60 s of their event',
      budget: 0.005,
      metrics: { bad: firstAttempt(above(60_000)), total: firstAttempt('SampleCount') },
    },
  ];
}

/** Returns CloudWatch's trimmed count statistic: the number of metric values above `value`. */
function above(value: number): string {
  return `TC(${value}:)`;
}

/**
 * Burn rates that both windows of an alarm must reach. They use 2 % of a 30-day budget in an hour, 5 % in six hours, and 10 % in
 * a day. The long window shows that a problem is significant, and the short window shows that it still exists.
 */
export const burns = [
  { severity: 'page', rate: 14.4, windows: [Duration.hours(1), Duration.minutes(5)] },
  { severity: 'page', rate: 6, windows: [Duration.hours(6), Duration.minutes(30)] },
  { severity: 'ticket', rate: 3, windows: [Duration.days(1), Duration.hours(2)] },
] as const;

/** Minimum number of bad events for a significant burn rate: an hour in a quiet night may have only ten requests. */
const LEAST_BAD = 5;

/**
 * Returns the burn rate of an error budget over a window: at rate 1 the budget lasts exactly 30 days. A window with fewer than
 * five bad events has rate 0. A window without events has no value.
 */
export function burnRate({ name, metrics, budget }: ServiceLevel, window: Duration): MathExpression {
  const length = windowText(window);
  // Metric ids in a graph must be unique.
  const id = `${name.replaceAll('-', '_')}_${length}`;
  const [bad, total] = [`${id}_bad`, `${id}_total`];
  return new MathExpression({
    expression: `IF(FILL(${bad}, 0) >= ${LEAST_BAD}, FILL(${bad}, 0) / ${total}, 0) / ${budget}`,
    usingMetrics: { [bad]: metrics.bad.with({ period: window }), [total]: metrics.total.with({ period: window }) },
    period: window,
    label: `burn over ${length}`,
  });
}

/** Returns the length of a window as text, such as `5m`, `6h` or `1d`. */
function windowText(window: Duration): string {
  const minutes = window.toMinutes();
  if (minutes % 1440 === 0) return `${minutes / 1440}d`;
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`;
}

/**
 * Creates a silent alarm for each window of the burn rates that have the severity of `words`.
 * @returns the rules that combine the silent alarms into the alarm that `words` describes
 */
export function burnRules(scope: Construct, level: ServiceLevel, words: AlarmProps): IAlarmRule[] {
  return burns
    .filter(({ severity }) => severity === words.severity)
    .map(({ rate, windows }) => {
      const each = windows.map((window) => {
        const name = `${level.name}-burn-${windowText(window)}`;
        const silent = { ...words, severity: 'none', name, section: words.name } as const;
        return metricAlarm(scope, silent, { metric: burnRate(level, window), above: rate });
      });
      return AlarmRule.allOf(...each);
    });
}
