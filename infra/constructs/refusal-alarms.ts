import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';
import { BusinessAlarm, type BusinessAlarmProps } from '#infra/constructs/business-alarm';
import { type AccessLogMetricName, serviceMetric } from '#infra/constructs/service-metric';
import { METRIC_NAMESPACE } from '#shared/platform/observability/metric';

interface Refusal extends Pick<BusinessAlarmProps, 'impact' | 'firstLook' | 'minutes'> {
  readonly name: string;
  readonly metricName: AccessLogMetricName;
  readonly statuses: readonly number[];
  /** Answers of a minute. */
  readonly above: number;
}

const REFUSALS: readonly Refusal[] = [
  {
    name: 'callers-unauthorized',
    metricName: 'answersUnauthorized',
    statuses: [401, 403],
    impact:
      "A partner's calls all fail since its key ended or its account was suspended, or somebody tries keys and links.",
    firstLook:
      'sourceIp and route of the 401 and 403 in the access log, then partnerId and code in the log lines of requests.',
    // A partner may call 50 times a second; single mistakes stay far below.
    above: 100,
    minutes: 3,
  },
  {
    name: 'callers-throttled',
    metricName: 'answersThrottled',
    statuses: [429],
    impact: 'Calls of a partner, or of all at a busy route, are held back: payments begin late or not at all.',
    firstLook:
      'sourceIp, route and errorType of the 429 in the access log, then partnerId in the log lines of requests.',
    above: 300,
    minutes: 5,
  },
];

export interface RefusalAlarmsProps {
  readonly config: StageConfig;
  /** Access log of the gateway, which has the answers of functions, gateway and firewall alike. */
  readonly accessLogs: ILogGroup;
}

/** Rings when callers are refused in numbers: for who they are, or for how much they ask. */
export class RefusalAlarms extends Construct {
  constructor(scope: Construct, id: string, { config, accessLogs }: RefusalAlarmsProps) {
    super(scope, id);
    for (const { name, metricName, statuses, ...alarm } of REFUSALS) {
      new MetricFilter(this, metricName, {
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
      const metric = serviceMetric(config, metricName, { statistic: 'Sum' });
      new BusinessAlarm(this, name, { config, name, metric, ...alarm });
    }
  }
}
