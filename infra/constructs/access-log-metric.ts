import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { LogMetricName } from '#infra/constructs/service-metric';
import { METRIC_NAMESPACE } from '#shared/platform/observability/log';

export interface ResponseCount {
  /** Access log of the gateway, which has the responses of functions, gateway and firewall alike. */
  readonly accessLogs: ILogGroup;
  readonly metricName: LogMetricName;
  readonly statuses: readonly number[];
}

/** Counts the responses of a stage that have one of the statuses, by the lines of the access log. */
export function countResponses(scope: Construct, { accessLogs, metricName, statuses }: ResponseCount): void {
  new MetricFilter(scope, metricName, {
    logGroup: accessLogs,
    // Every value of the log is a text.
    filterPattern: FilterPattern.any(
      ...statuses.map((status) => FilterPattern.stringValue('$.status', '=', String(status))),
    ),
    metricNamespace: METRIC_NAMESPACE,
    metricName,
    metricValue: '1',
    dimensions: { Stage: '$.stage' },
  });
}
