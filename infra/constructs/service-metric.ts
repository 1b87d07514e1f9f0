import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { StageConfig } from '#infra/config/stages';
import { ALARM_PERIOD } from '#infra/constructs/alarms/business-alarm';
import { METRIC_NAMESPACE, type MetricName } from '#shared/platform/observability/log';

/**
 * Metrics counted from the lines of the gateway's access log. `unexpectedFailure` has two writers: a function counts
 * the errors that it catches, the log has the answers of functions that could not.
 */
export type AccessLogMetricName = 'answersUnauthorized' | 'answersThrottled' | 'unexpectedFailure';

export interface ServiceMetricOptions {
  /** CloudWatch's name of a statistic, such as `Sum` or `p99`. */
  readonly statistic: string;
  readonly label?: string;
}

/** A metric of the stage that its functions write themselves (shared/platform/observability/log.ts), or its access log has. */
export function serviceMetric(
  { name: Stage }: Pick<StageConfig, 'name'>,
  metricName: MetricName | AccessLogMetricName,
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

/** Builds a metric of an endpoint from the line of every request (shared/platform/observability/request-log.ts). */
export function endpointMetric(
  { name: Stage }: Pick<StageConfig, 'name'>,
  metricName: 'durationMs' | 'errors' | 'unexpectedFailure',
  { endpoint, statistic }: { readonly endpoint: string; readonly statistic: string },
): Metric {
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: { Stage, endpoint },
    period: ALARM_PERIOD,
    statistic,
  });
}

/** A metric of the stage's gateway, which is known by its name: its stack is made after those that ask. */
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
