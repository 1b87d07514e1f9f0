import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmStatusWidget,
  Color,
  Dashboard,
  GraphWidget,
  type HorizontalAnnotation,
  type IMetric,
  type IWidget,
  MathExpression,
  PeriodOverride,
  SingleValueWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';
import { ALARM_PERIOD, alarmName } from '#infra/constructs/alarms/business-alarm';
import type { Watched } from '#infra/constructs/alarms/page-alarms';
import { burnRate, burns, type ServiceLevel, serviceLevels } from '#infra/constructs/alarms/service-levels';
import { gatewayMetric, type LogMetricName, serviceMetric, tableMetric } from '#infra/constructs/service-metric';
import { workers as workerRows } from '#shared/contract/endpoints';
import type { MetricName } from '#shared/platform/observability/log';
import { transactionKinds } from '#shared/values/transaction-kinds';

export interface StageDashboardProps extends Watched {
  /** Names of alarms. */
  readonly pages: readonly string[];
  readonly tickets: readonly string[];
}

/** Dashboard of a stage in the order of an investigation: alarms, partners' symptoms, money, webhook delivery, workers, table. */
export class StageDashboard extends Construct {
  constructor(scope: Construct, id: string, props: StageDashboardProps) {
    super(scope, id);
    const { config } = props;
    new Dashboard(this, 'Dashboard', {
      // A dashboard name must be unique in the account across all Regions.
      dashboardName: `PartnerRamp-${config.name}-${Stack.of(this).region}`,
      defaultInterval: Duration.hours(3),
      periodOverride: PeriodOverride.INHERIT,
      widgets: [
        this.alarms(props),
        levels(config),
        api(config),
        money(config),
        webhooks(props),
        workers(props),
        table(props),
      ],
    });
  }

  private alarms({ config, pages, tickets }: StageDashboardProps): IWidget[] {
    const shown = { height: HEIGHT, width: COLUMNS / 2 };
    const named = (name: string) => Alarm.fromAlarmName(this, name, alarmName(config, name));
    return [
      new AlarmStatusWidget({ title: 'Pages', alarms: pages.map(named), ...shown }),
      new AlarmStatusWidget({ title: 'Tickets', alarms: tickets.map(named), ...shown }),
    ];
  }
}

/** CloudWatch's grid. */
const COLUMNS = 24;
const HEIGHT = 6;

interface GraphProps {
  readonly left: readonly IMetric[];
  readonly right?: readonly IMetric[];
  readonly perRow: number;
  /** Unit of the left axis. @default none */
  readonly unit?: string;
  /** @default none */
  readonly lines?: readonly HorizontalAnnotation[];
}

function graph(title: string, { left, right = [], perRow, unit, lines = [] }: GraphProps): IWidget {
  return new GraphWidget({
    title,
    left: [...left],
    right: [...right],
    width: COLUMNS / perRow,
    height: HEIGHT,
    leftAnnotations: [...lines],
    leftYAxis: { min: 0, ...(unit !== undefined && { label: unit, showUnits: false }) },
  });
}

const counts = (config: StageConfig, ...names: readonly (MetricName | LogMetricName)[]) =>
  names.map((name) => serviceMetric(config, name, { statistic: 'Sum', label: name }));

function levels(config: StageConfig): IWidget[] {
  const all = serviceLevels(config);
  return [
    new SingleValueWidget({
      title: 'Service levels in the selected period, in percent',
      metrics: all.map(attained),
      setPeriodToTimeRange: true,
      height: HEIGHT,
      width: 12,
    }),
    graph('Burn rates over an hour', {
      left: all.map((level) => burnRate(level, Duration.hours(1)).with({ label: level.name })),
      perRow: 2,
      lines: burns.map(({ rate, severity }) => ({
        value: rate,
        label: severity,
        color: severity === 'page' ? Color.RED : Color.ORANGE,
      })),
    }),
  ];
}

function attained({ name, text, metrics: { bad, total } }: ServiceLevel, at: number): MathExpression {
  const [badId, totalId] = [`bad${at}`, `total${at}`];
  return new MathExpression({
    expression: `100 * (1 - FILL(${badId}, 0) / ${totalId})`,
    usingMetrics: { [badId]: bad, [totalId]: total },
    period: ALARM_PERIOD,
    label: `${name}: ${text}`,
  });
}

function api(config: StageConfig): IWidget[] {
  const total = (name: 'Count' | '4XXError' | '5XXError') => gatewayMetric(config, name, { statistic: 'Sum' });
  const latency = (statistic: string) => gatewayMetric(config, 'Latency', { statistic, label: statistic });
  return [
    graph('Requests, 4xx and 5xx', {
      left: [total('Count')],
      right: [total('4XXError'), total('5XXError')],
      perRow: 4,
    }),
    graph('Latency', { left: ['p50', 'p90', 'p99'].map(latency), perRow: 4, unit: 'ms' }),
    graph('Internal errors; changed or unbalanced records', {
      left: counts(config, 'unexpectedFailure', 'serviceUnavailable', 'moneyOperationFailed'),
      right: counts(config, 'entryUnbalanced', 'auditChanged', 'signedFileChanged'),
      perRow: 4,
    }),
    graph('Refused requests: 401 and 403, 429; unchecked request rates', {
      left: counts(config, 'answersUnauthorized', 'answersThrottled', 'requestRateUnknown'),
      perRow: 4,
    }),
  ];
}

function money(config: StageConfig): IWidget[] {
  return [
    graph('Transactions', {
      left: counts(
        config,
        ...transactionKinds.map((kind) => `transactionsCreated:${kind}` as const),
        ...(['transactionsPaidIn', 'transactionsCompleted', 'transactionsAwaitingManualTransfer'] as const),
        'transactionsEndedUnpaid',
      ),
      perRow: 3,
    }),
    graph('Quotes, verifications, signatures', {
      left: counts(config, 'quotesLocked', 'quotesUsed', 'signature:REQUESTED', 'signature:SIGNED'),
      right: counts(config, 'verification:VERIFIED', 'verification:REJECTED', 'verification:REVIEW_NEEDED'),
      perRow: 3,
    }),
    graph('Providers: failed calls, open circuit breakers; refused events, late responses, orders for manual action', {
      left: counts(config, 'providerCallFailed', 'circuitOpened'),
      right: counts(config, 'providerEventRefused', 'providerSilent', 'orderWaits'),
      perRow: 3,
    }),
  ];
}

function webhooks({ config, queues }: Watched): IWidget[] {
  const late = (statistic: string) => serviceMetric(config, 'firstAttemptMs', { statistic, label: statistic });
  const each = [queues.firstAttempts, queues.retries, queues.steps];
  const ended = [queues.webhookDeadLetters, queues.stepsDeadLetters, queues.busUndelivered, queues.outboxDiscarded];
  const options = { period: ALARM_PERIOD, statistic: 'Maximum' };
  return [
    graph('Time from event to first attempt', { left: ['p50', 'p90', 'p99'].map(late), perRow: 4, unit: 'ms' }),
    graph('Webhook attempts; failed deliveries', {
      left: counts(config, 'delivered', 'attemptFailed'),
      right: counts(config, 'deliveryFailed', 'undeliverable', 'deliveryBlocked'),
      perRow: 4,
    }),
    graph('Age of the oldest message', {
      left: each.map((queue) => queue.metricApproximateAgeOfOldestMessage({ ...options, label: queue.node.id })),
      perRow: 4,
      unit: 's',
    }),
    graph('Messages in queues; dead letters', {
      left: each.map((queue) => queue.metricApproximateNumberOfMessagesVisible({ ...options, label: queue.node.id })),
      right: ended.map((queue) => queue.metricApproximateNumberOfMessagesVisible({ ...options, label: queue.node.id })),
      perRow: 4,
    }),
  ];
}

function workers({ config, worker }: Watched): IWidget[] {
  const all = workerRows.map(({ id }) => [id, worker(id)] as const);
  const lag = (id: 'publishEvents' | 'projectChanges') =>
    worker(id).metric('IteratorAge', { period: ALARM_PERIOD, statistic: 'Maximum', label: id });
  return [
    graph('Stream lag', { left: [lag('publishEvents'), lag('projectChanges')], perRow: 3, unit: 'ms' }),
    graph('Errors of workers; throttled and recursive invocations', {
      left: all.map(([label, lambda]) => lambda.metricErrors({ period: ALARM_PERIOD, label })),
      right: all.flatMap(([id, lambda]) =>
        ['Throttles', 'RecursiveInvocationsDropped'].map((name) =>
          lambda.metric(name, { period: ALARM_PERIOD, statistic: 'Sum', label: `${id} ${name}` }),
        ),
      ),
      perRow: 3,
    }),
    graph('Redrive; records that were deferred, unreadable or refused', {
      left: counts(config, 'redriven', 'redrivenWebhooks'),
      right: counts(config, 'changesDeferred', 'changesUnreadable', 'unreadableRecord', 'eventsRefused'),
      perRow: 3,
    }),
  ];
}

function table({ table: records, dueIndex }: Watched): IWidget[] {
  const total = (name: string, index?: string) =>
    tableMetric(records, name, {
      statistic: 'Sum',
      label: index === undefined ? name : `${name} ${index}`,
      ...(index !== undefined && { index }),
    });
  const both = (...names: readonly string[]) => names.flatMap((name) => [total(name), total(name, dueIndex)]);
  return [
    graph('Table: consumed capacity', {
      left: both('ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'),
      perRow: 2,
      unit: 'units per minute',
    }),
    graph('Throttling: table; functions of the account', {
      left: both('ReadThrottleEvents', 'WriteThrottleEvents'),
      right: [LambdaFunction.metricAllThrottles({ period: ALARM_PERIOD, label: 'Lambda' })],
      perRow: 2,
    }),
  ];
}
