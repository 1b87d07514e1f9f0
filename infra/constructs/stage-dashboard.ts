import { Duration } from 'aws-cdk-lib';
import {
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  MathExpression,
  PeriodOverride,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';
import { ALARM_PERIOD } from '#infra/constructs/business-alarm';
import { endpointMetric, gatewayMetric, serviceMetric, tableMetric } from '#infra/constructs/service-metric';
import { type EndpointRow, endpointsOf } from '#shared/api/endpoints';
import { type WorkerId, workers as workerRows } from '#shared/api/workers';
import { stateMachines, transactionKinds } from '#shared/domain/transactions/transition-table';
import type { MetricName } from '#shared/observability/metric';

/** CloudWatch's grid. */
const COLUMNS = 24;
const HEIGHT = 6;

export interface StageDashboardProps {
  readonly config: StageConfig;
  readonly table: Table;
  readonly dueIndex: string;
  /** By the names that people know them by. */
  readonly queues: Readonly<Record<string, IQueue>>;
  /** The function of a worker. */
  readonly worker: (id: WorkerId) => IFunction;
  /** Workers that read the table's stream. */
  readonly streamReaders: readonly WorkerId[];
}

/** One page that tells how a stage is, from what partners feel down to what it stands on. */
export class StageDashboard extends Construct {
  constructor(scope: Construct, id: string, props: StageDashboardProps) {
    super(scope, id);
    const { config } = props;
    new Dashboard(this, 'Dashboard', {
      dashboardName: `PartnerRamp-${config.name}`,
      defaultInterval: Duration.hours(3),
      periodOverride: PeriodOverride.INHERIT,
      widgets: [
        [heading('Partners', 'What callers feel at the gateway; 4xx are theirs, 5xx are ours.')],
        traffic(config),
        [heading('Business', 'What was committed, counted from the stream of the table.')],
        business(config),
        [
          heading(
            'Webhooks and providers',
            'From the event to the first attempt, what partners answered, and who did not.',
          ),
        ],
        webhooks(config),
        [heading('Queues', 'Messages that wait, and the age of the oldest.')],
        queues(props),
        [heading('Workers', 'What runs behind the stream, the queues and the schedule.')],
        workers(props),
        [heading('Table', 'The one thing that everything stands on.')],
        table(props),
        ...endpointGroups(config).flatMap(([tag, rows]) => [
          [heading(tag, `Endpoints: ${rows.map((row) => `${row.method} ${row.path}`).join(', ')}`)],
          endpoints(config, rows),
        ]),
      ],
    });
  }
}

function heading(title: string, text: string): IWidget {
  return new TextWidget({ markdown: `## ${title}\n${text}`, width: COLUMNS, height: 2 });
}

interface GraphProps {
  readonly left: readonly IMetric[];
  readonly right?: readonly IMetric[];
  readonly stacked?: boolean;
  /** Graphs beside one another. */
  readonly of: number;
  /** Unit of the left axis. @default none */
  readonly unit?: string;
}

function graph(title: string, { left, right = [], stacked = false, of, unit }: GraphProps): IWidget {
  return new GraphWidget({
    title,
    left: [...left],
    right: [...right],
    stacked,
    width: Math.floor(COLUMNS / of),
    height: HEIGHT,
    leftYAxis: { min: 0, ...(unit !== undefined && { label: unit, showUnits: false }) },
  });
}

function traffic(config: StageConfig): IWidget[] {
  const total = (name: 'Count' | '4XXError' | '5XXError') =>
    gatewayMetric(config, name, { statistic: 'Sum' });
  const latency = (statistic: string) => gatewayMetric(config, 'Latency', { statistic, label: statistic });
  return [
    graph('Requests', { left: [total('Count')], of: 4 }),
    graph('Errors', { left: [total('5XXError')], right: [total('4XXError')], of: 4 }),
    graph('Latency', { left: ['p50', 'p90', 'p99'].map(latency), of: 4, unit: 'ms' }),
    graph('Errors by code', {
      left: [search(`{PartnerRamp,Stage,code} MetricName="errors" Stage="${config.name}"`)],
      of: 4,
      stacked: true,
    }),
  ];
}

function business(config: StageConfig): IWidget[] {
  const counts = (names: readonly MetricName[]) =>
    names.map((name) =>
      serviceMetric(config, name, { statistic: 'Sum', label: name.split(':').slice(1).join(' ') }),
    );
  return [
    ...transactionKinds.map((kind) =>
      graph(`${kind} transactions by state entered`, {
        left: counts(
          stateMachines[kind].statuses.map((status): MetricName => `transaction:${kind}:${status}`),
        ),
        of: 3,
      }),
    ),
    graph('Quotes', {
      left: counts(
        (['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP_LEG', 'CROSS_RAMP'] as const).flatMap((kind): MetricName[] => [
          `quote:${kind}:LOCKED`,
          `quote:${kind}:USED`,
        ]),
      ),
      of: 3,
    }),
    graph('Decisions of verifications', {
      left: counts(['verification:VERIFIED', 'verification:REJECTED', 'verification:REVIEW_NEEDED']),
      of: 3,
    }),
    graph('Signatures', { left: counts(['signature:REQUESTED', 'signature:SIGNED']), of: 3 }),
  ];
}

function webhooks(config: StageConfig): IWidget[] {
  const total = (name: MetricName) => serviceMetric(config, name, { statistic: 'Sum' });
  const late = (statistic: string) =>
    serviceMetric(config, 'firstAttemptMs', { statistic, label: statistic });
  return [
    graph('Event to first attempt', { left: ['p50', 'p90', 'p99'].map(late), of: 4, unit: 'ms' }),
    graph('Attempts', {
      left: [total('delivered'), total('attemptFailed')],
      right: [total('deliveryFailed'), total('undeliverable')],
      of: 4,
    }),
    graph('What the sweep found, and what could not be sent', {
      left: [total('swept'), total('parked')],
      right: [total('unreadableRecord'), total('eventsRefused')],
      of: 4,
    }),
    graph('Providers: failed calls, and what was refused of theirs', {
      left: [total('providerCallFailed'), total('providerSilent')],
      right: [total('circuitOpened'), total('providerEventRefused')],
      of: 4,
    }),
  ];
}

function queues({ queues: byName }: StageDashboardProps): IWidget[] {
  const all = Object.entries(byName);
  const options = { period: ALARM_PERIOD, statistic: 'Maximum' };
  return [
    graph('Depth', {
      left: all.map(([label, queue]) =>
        queue.metricApproximateNumberOfMessagesVisible({ ...options, label }),
      ),
      right: all.map(([name, queue]) =>
        queue.metricApproximateNumberOfMessagesNotVisible({ ...options, label: `${name} in work` }),
      ),
      of: 2,
    }),
    graph('Age of the oldest message', {
      left: all.map(([label, queue]) => queue.metricApproximateAgeOfOldestMessage({ ...options, label })),
      of: 2,
      unit: 's',
    }),
  ];
}

function workers({ worker, streamReaders }: StageDashboardProps): IWidget[] {
  const all = workerRows.map(({ id }) => [id, worker(id)] as const);
  return [
    graph('Invocations', {
      left: all.map(([label, lambda]) => lambda.metricInvocations({ period: ALARM_PERIOD, label })),
      of: 4,
    }),
    graph('Errors and throttles', {
      left: all.map(([label, lambda]) => lambda.metricErrors({ period: ALARM_PERIOD, label })),
      right: all.map(([name, lambda]) =>
        lambda.metricThrottles({ period: ALARM_PERIOD, label: `${name} throttled` }),
      ),
      of: 4,
    }),
    graph('Duration, p99', {
      left: all.map(([label, lambda]) =>
        lambda.metricDuration({ period: ALARM_PERIOD, statistic: 'p99', label }),
      ),
      of: 4,
      unit: 'ms',
    }),
    graph('Behind the stream', {
      left: streamReaders.map((label) =>
        worker(label).metric('IteratorAge', { period: ALARM_PERIOD, statistic: 'Maximum', label }),
      ),
      of: 4,
      unit: 'ms',
    }),
  ];
}

function table({ config, table: records, dueIndex }: StageDashboardProps): IWidget[] {
  const total = (name: string, index?: string) =>
    tableMetric(records, name, {
      statistic: 'Sum',
      label: index === undefined ? name : `${name} ${index}`,
      ...(index !== undefined && { index }),
    });
  return [
    graph('Consumed capacity', {
      left: ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'].flatMap((name) => [
        total(name),
        total(name, dueIndex),
      ]),
      of: 3,
      unit: 'units a minute',
    }),
    graph('Throttled', {
      left: ['ReadThrottleEvents', 'WriteThrottleEvents'].flatMap((name) => [
        total(name),
        total(name, dueIndex),
      ]),
      right: [search(`{AWS/DynamoDB,TableName,Operation} MetricName="SystemErrors" "${records.tableName}"`)],
      of: 3,
    }),
    graph("Endpoints' functions throttled", {
      left: [
        search(
          `{AWS/Lambda,FunctionName} MetricName="Throttles" FunctionName="PartnerRamp-${config.name}-Api"`,
        ),
      ],
      of: 3,
    }),
  ];
}

/** The stage's endpoints by their tag, in the order of the table. */
function endpointGroups(config: StageConfig): readonly (readonly [string, readonly EndpointRow[]])[] {
  const rows = endpointsOf(config.name);
  const tags = [...new Set(rows.map(({ tag }) => tag))];
  return tags.map((tag) => [tag, rows.filter((row) => row.tag === tag)]);
}

function endpoints(config: StageConfig, rows: readonly EndpointRow[]): IWidget[] {
  const each = (name: 'durationMs' | 'errors', statistic: string) =>
    rows.map(({ id: endpoint }) => endpointMetric(config, name, { endpoint, statistic }));
  return [
    graph('Requests', { left: each('durationMs', 'SampleCount'), of: 3 }),
    graph('Errors', { left: each('errors', 'Sum'), of: 3 }),
    graph('Time in the function, p99', { left: each('durationMs', 'p99'), of: 3, unit: 'ms' }),
  ];
}

/** One line for each metric that CloudWatch finds, for dimensions whose values are not known beforehand. */
function search(what: string): MathExpression {
  return new MathExpression({
    expression: `SEARCH('${what}', 'Sum', 60)`,
    usingMetrics: {},
    period: ALARM_PERIOD,
    label: '',
  });
}
