import { type Alarm, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';
import { ALARM_PERIOD, alarmName, metricAlarm } from '#infra/constructs/alarms/business-alarm';
import { serviceMetric, sum } from '#infra/constructs/service-metric';
import { METRIC_NAMESPACE } from '#shared/platform/observability/log';

/** The alias that the gateway calls; a release points it to a new version. */
export const LIVE = 'live';

const RELEASE_FAILING = 'release-failing';
const firstLook = 'what was deployed last, then the saved query failed-requests.';

/**
 * Makes the alarm that rolls every release back: failures of any endpoint that are this service's own. A function crashed, ran out of
 * time or memory, or met an error that no rule foresees. Outages of providers, partners' input and throttling do not count, so no
 * third party can hold a release up (docs/adr/003).
 */
export function releaseAlarm(scope: Construct, config: StageConfig): Alarm {
  const impact = 'Several requests in a minute failed by an error of ours; a release in progress is rolled back.';
  const words = { config, severity: 'none', name: RELEASE_FAILING, impact, firstLook } as const;
  // A minute: one input that breaks a quiet endpoint is no reason to roll all of them back.
  return metricAlarm(scope, words, {
    metric: serviceMetric(config, 'unexpectedFailure', { statistic: 'Sum' }),
    above: 5,
  });
}

/**
 * Roll a release back on the first failure of ours in an operation that moves money, in both versions of its function while callers
 * move from one to the other. They notify no one: partners' view of a failure has alarms of its own.
 */
export class MoneyAlarms extends Construct {
  readonly alarms: readonly Alarm[];
  /** Names of the alarms that a release of such an operation watches. */
  readonly watched: readonly string[];

  /** @param functions by the ids of their rows: at most ten, since an alarm reads ten metrics at most
   * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-limits.html) */
  constructor(scope: Construct, config: StageConfig, functions: Readonly<Record<string, LambdaFunction>>) {
    super(scope, 'MoneyAlarms');
    // Lambda does not count a response with a 500 as an error.
    for (const [id, { logGroup }] of Object.entries(functions))
      new MetricFilter(this, id, {
        logGroup,
        filterPattern: FilterPattern.numberValue('$.unexpectedFailure', '>', 0),
        metricNamespace: METRIC_NAMESPACE,
        metricName: 'moneyOperationFailed',
        metricValue: '1',
        dimensions: { Stage: '$.Stage' },
      });
    const impact = 'An operation that moves money failed by an error of ours; a release in progress is rolled back.';
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
