import type { Duration } from 'aws-cdk-lib';
import { MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { StageConfig } from '#infra/config/stages';
import { gatewayMetric, serviceMetric } from '#infra/constructs/service-metric';

/** A service level of a stage: what is counted, what of it is bad, and how much may be. */
export interface Objective {
  /** Names alarms and graphs. */
  readonly name: 'availability' | 'latency' | 'first-webhook';
  /** The objective in one line. */
  readonly text: string;
  /** Share of what is counted that may be bad: its error budget, a fraction. */
  readonly budget: number;
  /** The effect that partners notice while the budget burns, in one sentence. */
  readonly impact: string;
  /** The first place to look, in one sentence. */
  readonly firstLook: string;
  /** Everything that is counted, and the bad part of it. Each is a number of events in a period. */
  readonly metrics: { readonly bad: Metric; readonly total: Metric };
}

/** The service levels that a stage's settings name. */
export function objectivesOf(config: StageConfig): Objective[] {
  const { availability, latency, firstWebhook } = config.serviceLevels ?? {};
  const gateway = (name: 'Count' | '5XXError' | 'Latency', statistic: string) =>
    gatewayMetric(config, name, { statistic });
  const late = (statistic: string) => serviceMetric(config, 'firstAttemptMs', { statistic });
  const named: readonly (Objective | undefined)[] = [
    availability && {
      name: 'availability',
      text: `${availability.percent} % of the requests are not answered 5xx`,
      budget: budgetOf(availability),
      impact: 'Partners are answered 5xx more often than they are promised.',
      firstLook: 'errors by code and by endpoint on the dashboard, then what was deployed last.',
      metrics: { bad: gateway('5XXError', 'Sum'), total: gateway('Count', 'Sum') },
    },
    latency && {
      name: 'latency',
      text: `${latency.percent} % of the requests are answered within ${latency.ms} ms`,
      budget: budgetOf(latency),
      impact: 'Partners wait longer for answers than they are promised.',
      firstLook: 'the latency of each endpoint on the dashboard, then throttles and latency of the table.',
      metrics: { bad: gateway('Latency', above(latency.ms)), total: gateway('Latency', 'SampleCount') },
    },
    firstWebhook && {
      name: 'first-webhook',
      text: `The first attempt of ${firstWebhook.percent} % of the notifications begins within ${firstWebhook.s} s`,
      budget: budgetOf(firstWebhook),
      impact: 'Partners learn of events later than they are promised.',
      firstLook: "age of the queue first-attempts, iterator age of the stream, and which partner's endpoint is slow.",
      metrics: { bad: late(above(firstWebhook.s * 1000)), total: late('SampleCount') },
    },
  ];
  return named.filter((objective) => objective !== undefined);
}

/** Exact to a millionth. @param percent that has to be well */
function budgetOf({ percent }: { readonly percent: number }): number {
  return Number(((100 - percent) / 100).toFixed(6));
}

/** CloudWatch's trimmed count: the number of values above one. */
function above(value: number): string {
  return `TC(${value}:)`;
}

/** A few failures are no rate: an hour of a quiet night may have ten requests. `endpoint-failing` tells of each of ours. */
const LEAST_BAD = 5;

/**
 * The rate at which a budget burns over a window: at 1 it lasts for exactly 30 days. A window with fewer than five bad events burns
 * nothing, one without any event has no value.
 */
export function burnRate({ metrics, budget }: Objective, window: Duration): MathExpression {
  const length = windowText(window);
  // Metrics of one graph have names of their own.
  const [bad, total] = [`bad${length}`, `total${length}`];
  return new MathExpression({
    expression: `IF(FILL(${bad}, 0) >= ${LEAST_BAD}, FILL(${bad}, 0) / ${total}, 0) / ${budget}`,
    usingMetrics: { [bad]: metrics.bad.with({ period: window }), [total]: metrics.total.with({ period: window }) },
    period: window,
    label: `burn over ${length}`,
  });
}

/** The length of a window, such as `5m`, `6h` or `1d`. */
export function windowText(window: Duration): string {
  const minutes = window.toMinutes();
  if (minutes % 1440 === 0) return `${minutes / 1440}d`;
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`;
}
