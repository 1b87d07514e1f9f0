import { type IAlarm, type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { type IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';
import { ALARM_PERIOD, type Condition, compositeAlarm, metricAlarm } from '#infra/constructs/alarms/business-alarm';
import { burnRules, type ServiceLevel, serviceLevels } from '#infra/constructs/alarms/service-levels';
import { serviceMetric, sum, tableMetric } from '#infra/constructs/service-metric';
import type { ServiceQueues } from '#infra/constructs/service-queues';
import type { WorkerId } from '#shared/contract/endpoints';
import type { MetricName } from '#shared/platform/observability/log';

/** Resources of a stage that alarms and the dashboard read. */
export interface Watched {
  readonly config: StageConfig;
  readonly table: ITableV2;
  /** Name of the table's index of due items. */
  readonly dueIndex: string;
  readonly queues: ServiceQueues;
  readonly worker: (id: WorkerId) => IFunction;
}

interface Page {
  readonly name: string;
  readonly impact: string;
  readonly firstLook: string;
  /** Service level that has the same name as the page. The page fires if the error budget of this level burns too fast. */
  readonly level?: ServiceLevel | undefined;
  /** Condition of a page that is a single metric alarm. Such a page has no `level`, `parts` or `follows`. */
  readonly condition?: Condition;
  /** Conditions of silent alarms, by alarm name. The page fires if one of these alarms fires. @default none */
  readonly parts?: Readonly<Record<string, Condition>>;
  /** Pages for possible causes of this page. While one of these pages fires, this page notifies no one. @default none */
  readonly follows?: readonly IAlarm[];
}

/**
 * Alarms that page an operator: symptoms that partners notice, and losses of data. A page notifies no one while the page of its
 * cause fires, so one cause leads to one page (docs/adr/028).
 */
export class PageAlarms extends Construct {
  /** Names of the alarms that notify an operator. */
  readonly names: string[] = [];

  constructor(
    scope: Construct,
    id: string,
    private readonly watched: Watched,
  ) {
    super(scope, id);
    const capacity = this.page({
      name: 'capacity-throttled',
      impact: 'Requests are slow or fail, and webhooks and steps are late, because the table or Lambda throttles.',
      firstLook: 'Check in the throttling graph of the dashboard whether the table or Lambda throttles.',
      parts: { 'dynamodb-throttled': this.tableThrottled(), 'lambda-throttled': this.functionsThrottled() },
    });
    const provider = this.page({
      name: 'provider-circuit-breaker-open',
      impact: 'Quotes fail, or payouts and verifications wait, because their provider does not respond.',
      firstLook: 'Run the saved query providers to find the provider, then read its status page.',
      // In an outage of the provider, the circuit breaker of each Lambda process allows one trial call after half a minute. If
      // the call fails, the breaker opens again. So only a long outage opens breakers in three consecutive minutes.
      condition: { metric: this.counted('circuitOpened'), above: 0, periods: 3 },
    });
    this.api([capacity, provider]);
    this.delivery(capacity, provider);
    this.losses(capacity);
  }

  private api(causes: readonly IAlarm[]): void {
    const availability = this.page({
      name: 'api-availability',
      impact: 'Partners get 5xx responses at a rate that uses up the error budget.',
      firstLook: 'Run the saved query failed-requests, then check the last deployment.',
      level: this.level('api-availability'),
      follows: causes,
    });
    this.page({
      name: 'api-latency',
      impact: 'Partners wait more than three seconds for responses, and some send their requests again.',
      firstLook: 'Run the saved query slow-requests, then check latency and throttling of the table on the dashboard.',
      level: this.level('api-latency'),
      follows: [availability, ...causes],
    });
  }

  private delivery(capacity: IAlarm, provider: IAlarm): void {
    const { queues } = this.watched;
    const stream = this.page({
      name: 'stream-lag',
      impact: 'Webhooks, steps or the change feed are late, and the stream drops its records after a day.',
      firstLook: 'Check errors and throttles of publishEvents and projectChanges, then the last deployment.',
      parts: { 'publishEvents-lag': this.lag('publishEvents'), 'projectChanges-lag': this.lag('projectChanges') },
      follows: [capacity],
    });
    const none = this.page({
      name: 'webhooks-none-delivered',
      impact: 'No partner receives webhooks, although the service sends them.',
      firstLook: 'Run the saved query webhook-attempts: one reason for all partners has its cause on our side.',
      condition: this.allAttemptsFailed(),
    });
    this.page({
      name: 'webhook-delivery-late',
      impact: 'Partners receive webhooks more than a minute after the event.',
      firstLook: 'Check errors and throttles of deliverWebhook, then run the saved query webhook-attempts.',
      level: this.level('webhook-delivery-late'),
      // If no function reads the queue, no attempts can be measured. Therefore the page also fires if messages wait too long.
      parts: { 'first-attempts-age': age(queues.firstAttempts, 300) },
      follows: [stream, none, capacity],
    });
    this.page({
      name: 'steps-late',
      impact: 'Payouts, provider orders, verifications and expiries are half an hour late.',
      firstLook: 'Check errors and throttles of runStep, then the last deployment.',
      parts: { 'steps-age': age(queues.steps, 1800) },
      follows: [stream, capacity, provider],
    });
  }

  private losses(capacity: IAlarm): void {
    const { queues, worker } = this.watched;
    const redrive = worker('redriveOverdue');
    this.page({
      name: 'dead-letters',
      impact: 'Webhooks are not delivered, or a transaction makes no progress, until an operator acts.',
      firstLook: 'Run `ops dlq show` for webhook and steps, then check errors of deliverWebhook and runStep.',
      condition: {
        metric: sum({ webhooks: depth(queues.webhookDeadLetters), steps: depth(queues.stepsDeadLetters) }),
        above: 0,
        periods: 5,
      },
    });
    this.page({
      name: 'redrive-not-running',
      impact: 'Lost webhooks and steps are not sent again, and transactions do not expire.',
      firstLook: 'Check errors of redriveOverdue, then its schedule.',
      parts: {
        'redrive-without-success': {
          metric: new MathExpression({
            expression: 'FILL(runs, 0) - FILL(errors, 0)',
            usingMetrics: {
              runs: redrive.metricInvocations({ period: ALARM_PERIOD }),
              errors: redrive.metricErrors({ period: ALARM_PERIOD }),
            },
            period: ALARM_PERIOD,
            label: 'successful runs',
          }),
          above: 'silence',
          periods: 5,
        },
      },
      follows: [capacity],
    });
    this.page({
      name: 'books-not-balanced',
      impact: 'An entry of the journal does not balance, or a record of the journal or the audit trail was changed.',
      firstLook: 'Run `ops audit verify` and `ops books trial-balance`, which show the record.',
      condition: {
        metric: sum({ unbalanced: this.counted('entryUnbalanced'), changed: this.counted('auditChanged') }),
        above: 0,
      },
    });
  }

  private page({ level, condition, parts = {}, follows, ...words }: Page): IAlarm {
    const { config } = this.watched;
    const props = { ...words, config, severity: 'page' } as const;
    this.names.push(words.name);
    if (condition !== undefined) return metricAlarm(this, props, condition);
    const silent = { ...props, severity: 'none', section: words.name } as const;
    const alarms = Object.entries(parts).map(([name, part]) => metricAlarm(this, { ...silent, name }, part));
    const rules = level === undefined ? [] : burnRules(this, level, props);
    return compositeAlarm(this, props, { anyOf: [...rules, ...alarms], ...(follows && { follows }) });
  }

  private level(name: ServiceLevel['name']): ServiceLevel | undefined {
    return serviceLevels(this.watched.config).find((one) => one.name === name);
  }

  private counted(name: MetricName) {
    return serviceMetric(this.watched.config, name, { statistic: 'Sum' });
  }

  private tableThrottled(): Condition {
    const { table, dueIndex: index } = this.watched;
    const statistic = 'Sum';
    return {
      metric: sum({
        reads: tableMetric(table, 'ReadThrottleEvents', { statistic }),
        writes: tableMetric(table, 'WriteThrottleEvents', { statistic }),
        indexReads: tableMetric(table, 'ReadThrottleEvents', { statistic, index }),
        indexWrites: tableMetric(table, 'WriteThrottleEvents', { statistic, index }),
      }),
      // Each throttled request is repeated at least twice before it fails, so partners do not notice a few throttles.
      above: 100,
      periods: 2,
    };
  }

  /**
   * Counts throttles of all functions of the account, because they share one concurrency quota. Occasional throttles while queue
   * readers scale up are harmless.
   */
  private functionsThrottled(): Condition {
    return { metric: LambdaFunction.metricAllThrottles({ period: ALARM_PERIOD }), above: 50, periods: 5 };
  }

  private lag(id: WorkerId): Condition {
    const metric = this.watched.worker(id).metric('IteratorAge', { period: ALARM_PERIOD, statistic: 'Maximum' });
    // Milliseconds.
    return { metric, above: 60_000, periods: 5 };
  }

  private allAttemptsFailed(): Condition {
    const metric = new MathExpression({
      expression: 'IF(FILL(failed, 0) > 20 AND FILL(delivered, 0) < 1, 1, 0)',
      usingMetrics: { failed: this.counted('attemptFailed'), delivered: this.counted('delivered') },
      period: ALARM_PERIOD,
      label: 'attempts without an accepted webhook',
    });
    return { metric, above: 0, periods: 5 };
  }
}

function age(queue: IQueue, seconds: number): Condition {
  const metric = queue.metricApproximateAgeOfOldestMessage({ period: ALARM_PERIOD, statistic: 'Maximum' });
  return { metric, above: seconds, periods: 5 };
}

function depth(queue: IQueue): IMetric {
  return queue.metricApproximateNumberOfMessagesVisible({ period: ALARM_PERIOD, statistic: 'Maximum' });
}
