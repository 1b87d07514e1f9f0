import { type Alarm, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';
import { ALARM_PERIOD, alarmName, metricAlarm } from '#infra/constructs/alarms/business-alarm';
import { serviceMetric, sum } from '#infra/constructs/service-metric';
import { METRIC_NAMESPACE } from '#shared/platform/observability/log';

/** Lambda alias that the gateway calls. A release points this alias to a new version. */
export const LIVE = 'live';

const RELEASE_FAILING = 'release-failing';
const firstLook = 'Check the last deployment, then run the saved query failed-requests.';

/**
 * Creates the alarm that rolls back every release in progress (docs/adr/003). Only failures that this service causes count: no
 * provider outages, invalid input or throttling.
 */
export function releaseAlarm(scope: Construct, config: StageConfig): Alarm {
  const impact = 'Several requests in a minute failed with internal errors, and a release in progress is rolled back.';
  const words = { config, severity: 'none', name: RELEASE_FAILING, impact, firstLook } as const;
  // Requires more than five failures in a minute: one failing input on a rarely used endpoint must not roll back all endpoints.
  return metricAlarm(scope, words, {
    metric: serviceMetric(config, 'unexpectedFailure', { statistic: 'Sum' }),
    above: 5,
  });
}

/**
 * Alarms that roll back a release at the first failure that this service causes in an operation that moves money (docs/adr/003).
 * During the release, they watch the old and the new version of each function.
 */
export class MoneyAlarms extends Construct {
  readonly alarms: readonly Alarm[];
  /** Names of the alarms that stop a release of an operation that moves money. */
  readonly watched: readonly string[];

  /**
   * @param functions by endpoint id; at most ten, because an alarm can read at most ten metrics
   * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-limits.html)
   */
  constructor(scope: Construct, config: StageConfig, functions: Readonly<Record<string, LambdaFunction>>) {
    super(scope, 'MoneyAlarms');
    // Lambda's error metric does not include responses with status 500.
    for (const [id, { logGroup }] of Object.entries(functions))
      new MetricFilter(this, id, {
        logGroup,
        filterPattern: FilterPattern.numberValue('$.unexpectedFailure', '>', 0),
        metricNamespace: METRIC_NAMESPACE,
        metricName: 'moneyOperationFailed',
        metricValue: '1',
        dimensions: { Stage: '$.Stage' },
      });
    const impact = 'A money operation failed with an internal error, and a release in progress is rolled back.';
    const words = { config, severity: 'none', impact, firstLook, section: RELEASE_FAILING } as const;
    const crashes = Object.entries(functions).map(([id, lambda]) => [id, crashesOf(lambda)] as const);
    const failing = metricAlarm(
      this,
      { ...words, name: 'money-operations-failing' },
      { metric: serviceMetric(config, 'moneyOperationFailed', { statistic: 'Sum' }), above: 0 },
    );
    const crashing = metricAlarm(
      this,
      { ...words, name: 'money-operations-crashing' },
      { metric: sum(Object.fromEntries(crashes)), above: 0 },
    );
    this.alarms = [failing, crashing];
    this.watched = ['money-operations-failing', 'money-operations-crashing', RELEASE_FAILING].map((name) =>
      alarmName(config, name),
    );
  }
}

function crashesOf({ functionName }: LambdaFunction): Metric {
  return new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'Errors',
    dimensionsMap: { FunctionName: functionName, Resource: `${functionName}:${LIVE}` },
    period: ALARM_PERIOD,
    statistic: 'Sum',
  });
}
