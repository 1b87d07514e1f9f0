import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';
import { ALARM_PERIOD, BusinessAlarm, type BusinessAlarmProps } from '#infra/constructs/alarms/business-alarm';
import type { MetricName } from '#shared/platform/observability/log';

/** As shared/platform/observability/log.ts writes them. */
const NAMESPACE = 'PartnerRamp';

interface LossAlarm extends Pick<BusinessAlarmProps, 'severity'> {
  readonly metric: MetricName;
  readonly impact: string;
  readonly firstLook: string;
  readonly above: number;
  readonly minutes: number;
}

const alarms: readonly LossAlarm[] = [
  {
    metric: 'redrivenWebhooks',
    severity: 'page',
    impact: 'Webhooks of many partners come minutes late, because only the redrive still sends them.',
    firstLook: 'the alarms of the stream, the bus and the queues; the redrive sends what one of them loses.',
    // A deployment or a crash delays a few. More, minute after minute, means that the normal path is broken.
    above: 20,
    minutes: 3,
  },
  {
    metric: 'undeliverable',
    severity: 'ticket',
    impact: 'A webhook was given up after errors of ours: its partner does not learn of that event.',
    firstLook: 'the log of markUndeliverable, which names the notification, then errors of deliverWebhook.',
    // A worker empties the queue of dead letters at once, so that its depth shows none of them.
    above: 0,
    minutes: 1,
  },
  {
    metric: 'unreadableRecord',
    severity: 'ticket',
    impact: 'Some webhooks or steps start minutes late, when the redrive finds them.',
    firstLook: 'the log of publishEvents for the sequence number, and what was deployed last.',
    above: 0,
    minutes: 1,
  },
  {
    metric: 'signedFileChanged',
    severity: 'page',
    impact:
      'A signed declaration, its document or a receipt is not given out: its file is not the one that was stored.',
    firstLook:
      "the log line, which names the declaration or the receipt, then the bucket's earlier versions of the file.",
    above: 0,
    minutes: 1,
  },
  {
    metric: 'auditChanged',
    severity: 'page',
    impact: 'An audit record or an entry of the books was replaced or deleted, which no part of the service does.',
    firstLook:
      'ops audit verify, which names the item and both contents, then the trail of the account for the caller.',
    above: 0,
    minutes: 1,
  },
  {
    metric: 'changesDeferred',
    severity: 'ticket',
    impact: 'The feed of changes of some partners lags; nothing of it is lost.',
    firstLook: 'the log of projectChanges: the feed could not be written, or a change could not be read.',
    // A conflict of writers ends within the minute.
    above: 0,
    minutes: 5,
  },
  {
    metric: 'changesUnreadable',
    severity: 'ticket',
    impact: 'The feed of changes of a partner waits for items that projectChanges cannot read.',
    firstLook: 'the log of projectChanges, and what was deployed last.',
    above: 0,
    minutes: 1,
  },
  {
    metric: 'eventsRefused',
    severity: 'page',
    impact: 'Webhooks or simulated steps start late: a queue or the event bus refuses what it is sent.',
    firstLook: 'the log of publishEvents, which names the queue or the bus, then throttles of the event bus.',
    above: 0,
    minutes: 3,
  },
];

/** Rings when what was stored is no longer that, or the mechanisms that keep webhooks from being lost have too much to do or fail. */
export class LossAlarms extends Construct {
  constructor(scope: Construct, id: string, config: StageConfig, redrive: IFunction) {
    super(scope, id);
    for (const { metric, ...alarm } of alarms) {
      new BusinessAlarm(this, metric, {
        ...alarm,
        config,
        name: metric,
        metric: new Metric({
          namespace: NAMESPACE,
          metricName: metric,
          dimensionsMap: { Stage: config.name },
          period: ALARM_PERIOD,
          statistic: 'Sum',
        }),
      });
    }
    new BusinessAlarm(this, 'redriveFailing', {
      config,
      name: 'redrive-failing',
      severity: 'page',
      impact: 'What is lost on its way to a partner stays lost, and transactions do not expire.',
      firstLook: 'errors of sweepOverdue, then throttles of the table and its index.',
      metric: redrive.metricErrors({ period: ALARM_PERIOD }),
      above: 0,
      minutes: 3,
    });
  }
}
