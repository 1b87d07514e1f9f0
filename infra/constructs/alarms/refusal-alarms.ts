import { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';
import { type AnswerCount, countAnswers } from '#infra/constructs/access-log-metric';
import { BusinessAlarm, type BusinessAlarmProps } from '#infra/constructs/alarms/business-alarm';
import { serviceMetric } from '#infra/constructs/service-metric';

interface Refusal
  extends Pick<BusinessAlarmProps, 'severity' | 'impact' | 'firstLook' | 'minutes'>,
    Pick<AnswerCount, 'metricName' | 'statuses'> {
  readonly name: string;
  /** Answers of a minute. */
  readonly above: number;
}

const REFUSALS: readonly Refusal[] = [
  {
    name: 'callers-unauthorized',
    severity: 'page',
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
    severity: 'ticket',
    metricName: 'answersThrottled',
    statuses: [429],
    impact: 'Calls of a partner, or of all at a busy route, are held back: payments begin late or not at all.',
    firstLook:
      'sourceIp, route and errorType of the 429 in the access log, then partnerId in the log lines of requests.',
    above: 300,
    minutes: 5,
  },
];

export interface RefusalAlarmsProps extends Pick<AnswerCount, 'accessLogs'> {
  readonly config: StageConfig;
}

/** Rings when callers are refused in numbers: for who they are, or for how much they ask. */
export class RefusalAlarms extends Construct {
  constructor(scope: Construct, id: string, { config, accessLogs }: RefusalAlarmsProps) {
    super(scope, id);
    for (const { name, metricName, statuses, ...alarm } of REFUSALS) {
      countAnswers(this, { accessLogs, metricName, statuses });
      const metric = serviceMetric(config, metricName, { statistic: 'Sum' });
      new BusinessAlarm(this, name, { config, name, metric, ...alarm });
    }
  }
}
