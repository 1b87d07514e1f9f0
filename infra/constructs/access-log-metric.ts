import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { LogMetricName } from '#infra/constructs/service-metric';
import { METRIC_NAMESPACE } from '#shared/platform/observability/log';

export interface ResponseCount {
  /** Access log of the gateway. The log has a line for each response of a function, the gateway or the firewall. */
  readonly accessLogs: ILogGroup;
  readonly metricName: LogMetricName;
  readonly statuses: readonly number[];
}

/** Counts the lines of the access log that have one of the `statuses`. */
export function countResponses(scope: Construct, { accessLogs, metricName, statuses }: ResponseCount): void {
  new MetricFilter(scope, metricName, {
    logGroup: accessLogs,
    // All values in the access log are strings.
    filterPattern: FilterPattern.any(
      ...statuses.map((status) => FilterPattern.stringValue('$.status', '=', String(status))),
    ),
    metricNamespace: METRIC_NAMESPACE,
    metricName,
    metricValue: '1',
    dimensions: { Stage: '$.stage' },
  });
}
