import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { StageConfig } from '#infra/config/stages';
import { ALARM_PERIOD } from '#infra/constructs/alarms/business-alarm';
import { METRIC_NAMESPACE, type MetricName } from '#shared/platform/observability/log';

/**
 * Metrics that CloudWatch counts from log lines. `unexpectedFailure` has two sources: functions report errors that they catch,
 * and the access log shows functions that crashed or timed out.
 */
export type LogMetricName = 'answersUnauthorized' | 'answersThrottled' | 'unexpectedFailure' | 'moneyOperationFailed';

export interface ServiceMetricOptions {
  /** Name of a CloudWatch statistic, for example `Sum` or `p99`. */
  readonly statistic: string;
  readonly label?: string;
}

/** Returns a stage's metric, which functions report (shared/platform/observability/log.ts) or CloudWatch counts from logs. */
export function serviceMetric(
  { name: Stage }: Pick<StageConfig, 'name'>,
  metricName: MetricName | LogMetricName,
  { statistic, label }: ServiceMetricOptions,
): Metric {
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: { Stage },
    period: ALARM_PERIOD,
    statistic,
    ...(label !== undefined && { label }),
  });
}

/** Returns a metric of the API Gateway, by the gateway's name, because the gateway's stack is created later than the alarms. */
export function gatewayMetric(
  { name: Stage }: Pick<StageConfig, 'name'>,
  metricName: 'Count' | '4XXError' | '5XXError' | 'Latency' | 'IntegrationLatency',
  { statistic, label }: ServiceMetricOptions,
): Metric {
  return new Metric({
    namespace: 'AWS/ApiGateway',
    metricName,
    dimensionsMap: { ApiName: `PartnerRamp-${Stage}`, Stage },
    period: ALARM_PERIOD,
    statistic,
    ...(label !== undefined && { label }),
  });
}

/** Returns a CloudWatch metric of the table or, with `index`, of an index of the table. */
export function tableMetric(
  table: { readonly tableName: string },
  metricName: string,
  { statistic, label, index }: ServiceMetricOptions & { readonly index?: string },
): Metric {
  return new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: {
      TableName: table.tableName,
      ...(index !== undefined && { GlobalSecondaryIndexName: index }),
    },
    period: ALARM_PERIOD,
    statistic,
    ...(label !== undefined && { label }),
  });
}

/** Returns the sum of metrics. A metric without data counts as 0. */
export function sum(metrics: Readonly<Record<string, IMetric>>, period = ALARM_PERIOD): IMetric {
  const names = Object.keys(metrics);
  return new MathExpression({
    expression: names.map((name) => `FILL(${name}, 0)`).join(' + '),
    usingMetrics: { ...metrics },
    period,
    label: names.join(', '),
  });
}
