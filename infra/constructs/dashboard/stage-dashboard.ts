import { Duration, Stack } from 'aws-cdk-lib';
import { Dashboard, type IWidget, PeriodOverride } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';
import { ALARM_PERIOD } from '#infra/constructs/alarms/business-alarm';
import { endpointMetric, gatewayMetric, serviceMetric, tableMetric } from '#infra/constructs/service-metric';
import { type EndpointRow, endpointsIn, type WorkerId, workers as workerRows } from '#shared/api/endpoints';
import type { MetricName, ProviderMetric } from '#shared/platform/observability/log';
import { stateMachines, transactionKinds } from '#shared/transactions/domain/status-facts';
import { graph, heading, search } from './dashboard-widgets';

export interface StageDashboardProps {
  readonly config: StageConfig;
  readonly table: ITableV2;
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
      // Names of dashboards are those of an account in all its Regions.
      dashboardName: `PartnerRamp-${config.name}-${Stack.of(this).region}`,
      defaultInterval: Duration.hours(3),
      periodOverride: PeriodOverride.INHERIT,
      widgets: [
        [heading('Partners', 'What callers notice at the gateway; 4xx are their errors, 5xx are ours.')],
        traffic(config),
        [heading('Business', 'What was committed, counted from the stream of the table.')],
        business(config),
        [heading('Webhooks', 'From the event to the first attempt, and what partners answered.')],
        webhooks(config),
        [heading('Providers', 'Failed calls, open circuits (for half a minute), and refused reports.')],
        providers(config),
        [heading('Queues', 'Messages that wait, and the age of the oldest.')],
        queues(props),
        [heading('Workers', 'The consumers of the stream, the queues and the schedule.')],
        workers(props),
        [heading('Table', 'Everything depends on it.')],
        table(props),
        ...endpointRows(config),
      ],
    });
  }
}

/** Counts how often a metric of the service was counted. */
const counted = (config: StageConfig) => (name: MetricName) => serviceMetric(config, name, { statistic: 'Sum' });

function traffic(config: StageConfig): IWidget[] {
  const total = (name: 'Count' | '4XXError' | '5XXError') => gatewayMetric(config, name, { statistic: 'Sum' });
  const latency = (statistic: string) => gatewayMetric(config, 'Latency', { statistic, label: statistic });
  return [
    graph('Requests, those whose rate was not enforced, and those answered 503', {
      left: [total('Count')],
      right: [counted(config)('requestRateUnknown'), counted(config)('serviceUnavailable')],
      perRow: 4,
    }),
    graph('Errors, and those that no third party caused', {
      left: [total('5XXError'), counted(config)('unexpectedFailure')],
      right: [total('4XXError')],
      perRow: 4,
    }),
    graph('Latency', { left: ['p50', 'p90', 'p99'].map(latency), perRow: 4, unit: 'ms' }),
    graph('Errors by code', {
      left: [search(`{PartnerRamp,Stage,code} MetricName="errors" Stage="${config.name}"`)],
      perRow: 4,
      stacked: true,
    }),
  ];
}

function business(config: StageConfig): IWidget[] {
  const counts = (names: readonly MetricName[]) =>
    names.map((name) => serviceMetric(config, name, { statistic: 'Sum', label: name.split(':').slice(1).join(' ') }));
  return [
    ...transactionKinds.map((kind) =>
      graph(`${kind} transactions by state entered`, {
        left: counts(stateMachines[kind].statuses.map((status): MetricName => `transaction:${kind}:${status}`)),
        perRow: 3,
      }),
    ),
    graph('Quotes', {
      left: counts(
        (['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP_LEG', 'CROSS_RAMP'] as const).flatMap((kind): MetricName[] => [
          `quote:${kind}:LOCKED`,
          `quote:${kind}:USED`,
        ]),
      ),
      perRow: 3,
    }),
    graph('Decisions of verifications', {
      left: counts(['verification:VERIFIED', 'verification:REJECTED', 'verification:REVIEW_NEEDED']),
      perRow: 3,
    }),
    graph('Signatures', { left: counts(['signature:REQUESTED', 'signature:SIGNED']), perRow: 3 }),
  ];
}

function webhooks(config: StageConfig): IWidget[] {
  const total = counted(config);
  const late = (statistic: string) => serviceMetric(config, 'firstAttemptMs', { statistic, label: statistic });
  return [
    graph('Event to first attempt', { left: ['p50', 'p90', 'p99'].map(late), perRow: 3, unit: 'ms' }),
    graph('Attempts', {
      left: [total('delivered'), total('attemptFailed')],
      right: [total('deliveryFailed'), total('undeliverable')],
      perRow: 3,
    }),
    graph('What the redrive found, and what could not be sent', {
      left: [total('redriven'), total('deliveryBlocked')],
      right: [total('unreadableRecord'), total('signedFileChanged'), total('changesDeferred'), total('eventsRefused')],
      perRow: 3,
    }),
  ];
}

function providers(config: StageConfig): IWidget[] {
  const total = counted(config);
  const byProvider = (name: ProviderMetric) =>
    search(`{PartnerRamp,Stage,provider} MetricName="${name}" Stage="${config.name}"`);
  return [
    graph('Calls that failed', { left: [byProvider('providerCallFailed')], perRow: 3 }),
    graph('Circuit open', { left: [byProvider('circuitOpened')], perRow: 3 }),
    graph('Missing answers and refused reports', {
      left: [total('providerSilent')],
      right: [total('providerEventRefused'), total('orderWaits')],
      perRow: 3,
    }),
  ];
}

function queues({ queues: byName }: StageDashboardProps): IWidget[] {
  const all = Object.entries(byName);
  const options = { period: ALARM_PERIOD, statistic: 'Maximum' };
  return [
    graph('Depth', {
      left: all.map(([label, queue]) => queue.metricApproximateNumberOfMessagesVisible({ ...options, label })),
      right: all.map(([name, queue]) =>
        queue.metricApproximateNumberOfMessagesNotVisible({ ...options, label: `${name} in flight` }),
      ),
      perRow: 2,
    }),
    graph('Age of the oldest message', {
      left: all.map(([label, queue]) => queue.metricApproximateAgeOfOldestMessage({ ...options, label })),
      perRow: 2,
      unit: 's',
    }),
  ];
}

function workers({ worker, streamReaders }: StageDashboardProps): IWidget[] {
  const all = workerRows.map(({ id }) => [id, worker(id)] as const);
  return [
    graph('Invocations', {
      left: all.map(([label, lambda]) => lambda.metricInvocations({ period: ALARM_PERIOD, label })),
      perRow: 4,
    }),
    graph('Errors and throttles', {
      left: all.map(([label, lambda]) => lambda.metricErrors({ period: ALARM_PERIOD, label })),
      right: all.flatMap(([name, lambda]) => [
        lambda.metricThrottles({ period: ALARM_PERIOD, label: `${name} throttled` }),
        lambda.metric('RecursiveInvocationsDropped', {
          period: ALARM_PERIOD,
          statistic: 'Sum',
          label: `${name} dropped as recursive`,
        }),
      ]),
      perRow: 4,
    }),
    graph('Duration, p99', {
      left: all.map(([label, lambda]) => lambda.metricDuration({ period: ALARM_PERIOD, statistic: 'p99', label })),
      perRow: 4,
      unit: 'ms',
    }),
    graph('Stream lag', {
      left: streamReaders.map((label) =>
        worker(label).metric('IteratorAge', { period: ALARM_PERIOD, statistic: 'Maximum', label }),
      ),
      perRow: 4,
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
      perRow: 3,
      unit: 'units a minute',
    }),
    graph('Throttled', {
      left: ['ReadThrottleEvents', 'WriteThrottleEvents'].flatMap((name) => [total(name), total(name, dueIndex)]),
      right: [search(`{AWS/DynamoDB,TableName,Operation} MetricName="SystemErrors" "${records.tableName}"`)],
      perRow: 3,
    }),
    graph('Functions throttled', {
      // Without quotes a word matches part of a name, which CloudWatch splits at capitals and hyphens.
      left: [search(`{AWS/Lambda,FunctionName} MetricName="Throttles" Partner Ramp ${config.name}`)],
      perRow: 3,
    }),
  ];
}

/** The endpoints' part of the dashboard: a title and a row of graphs for each tag. */
function endpointRows(config: StageConfig): IWidget[][] {
  return endpointGroups(config).flatMap(([tag, rows]) => [
    [heading(tag, `Endpoints: ${rows.map((row) => `${row.method} ${row.path}`).join(', ')}`)],
    endpoints(config, rows),
  ]);
}

/** The stage's endpoints by their tag, in the order of the table. */
function endpointGroups(config: StageConfig): readonly (readonly [string, readonly EndpointRow[]])[] {
  const rows = endpointsIn(config.name);
  const tags = [...new Set(rows.map(({ tag }) => tag))];
  return tags.map((tag) => [tag, rows.filter((row) => row.tag === tag)]);
}

function endpoints(config: StageConfig, rows: readonly EndpointRow[]): IWidget[] {
  const each = (name: 'durationMs' | 'errors', statistic: string) =>
    rows.map(({ id: endpoint }) => endpointMetric(config, name, { endpoint, statistic }).with({ label: endpoint }));
  return [
    graph('Requests', { left: each('durationMs', 'SampleCount'), perRow: 3 }),
    graph('Errors', { left: each('errors', 'Sum'), perRow: 3 }),
    graph('Time in the function, p99', { left: each('durationMs', 'p99'), perRow: 3, unit: 'ms' }),
  ];
}
