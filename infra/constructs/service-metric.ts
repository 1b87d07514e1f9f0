import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { StageConfig } from '#infra/config/stages';
import { ALARM_PERIOD } from '#infra/constructs/alarms/business-alarm';
import { METRIC_NAMESPACE, type MetricName } from '#shared/platform/observability/log';

/**
 * Metrics counted from lines of logs. `unexpectedFailure` has two writers: a function counts the errors that it catches, the access
 * log has the responses of functions that could not.
 */
export type LogMetricName = 'answersUnauthorized' | 'answersThrottled' | 'unexpectedFailure' | 'moneyOperationFailed';

export interface ServiceMetricOptions {
  /** CloudWatch's name of a statistic, such as `Sum` or `p99`. */
  readonly statistic: string;
  readonly label?: string;
}

/** A metric of the stage that its functions write themselves (shared/platform/observability/log.ts), or its logs have. */
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

/** A metric of the stage's gateway, found by its name: the gateway's stack is made later than its users. */
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

/** A metric of the table or of its index. */
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

/** The sum of metrics, of which any may report nothing. */
export function sum(metrics: Readonly<Record<string, IMetric>>, period = ALARM_PERIOD): IMetric {
  const names = Object.keys(metrics);
  return new MathExpression({
    expression: names.map((name) => `FILL(${name}, 0)`).join(' + '),
    usingMetrics: { ...metrics },
    period,
    label: names.join(', '),
  });
}
