import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { type IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';
import { ALARM_PERIOD, BusinessAlarm, type BusinessAlarmProps } from '#infra/constructs/alarms/business-alarm';
import { gatewayMetric, serviceMetric, tableMetric } from '#infra/constructs/service-metric';
import { workers as rows, type WorkerId } from '#shared/api/endpoints';

/** Meanings of the errors of each worker. The redrive has alarms of its own. */
const WORKER_ALARMS: Readonly<
  Record<Exclude<WorkerId, 'sweepOverdue'>, Pick<BusinessAlarmProps, 'severity' | 'impact'>>
> = {
  publishEvents: { severity: 'page', impact: 'Webhooks and simulated steps start late for every partner.' },
  projectChanges: {
    severity: 'ticket',
    impact: 'The feed of changes and the totals of long lists lag what partners did.',
  },
  deliverWebhook: {
    severity: 'page',
    impact: 'Webhooks are late for some partners: their messages come again after seconds, then minutes.',
  },
  markUndeliverable: {
    severity: 'ticket',
    impact: 'Webhooks that were given up stay PENDING, and the next ones of their transactions wait.',
  },
  runStep: { severity: 'page', impact: 'Expiries, verifications and sandbox steps happen late.' },
};

export interface StageAlarmsProps {
  readonly config: StageConfig;
  readonly table: ITableV2;
  /** Name of the index of due items. */
  readonly dueIndex: string;
  /** The function of a worker. */
  readonly worker: (id: WorkerId) => IFunction;
}

/** Rings for what partners notice at the gateway, and for what everything else depends on: the table and the workers. */
export class StageAlarms extends Construct {
  private readonly config: StageConfig;

  constructor(scope: Construct, id: string, { config, table, dueIndex, worker }: StageAlarmsProps) {
    super(scope, id);
    this.config = config;
    this.gateway();
    this.table(table, dueIndex);
    this.workers(worker);
    this.deliveries();
  }

  private alarm(props: Omit<BusinessAlarmProps, 'config'>): void {
    new BusinessAlarm(this, props.name, { config: this.config, ...props });
  }

  private gateway(): void {
    this.alarm({
      name: 'answers-slow',
      severity: 'page',
      impact: 'Partners wait seconds for answers, and some give up and repeat their calls.',
      firstLook: 'the latency of each endpoint on the dashboard, then throttles and latency of the table.',
      metric: gatewayMetric(this.config, 'Latency', { statistic: 'p99' }),
      // Milliseconds: a cold start and a transaction on the table take about one second.
      above: 3000,
      minutes: 5,
    });
    this.alarm({
      name: 'request-rate-unknown',
      severity: 'ticket',
      impact: "Partners' request rates are not enforced: the flood of one may make answers slow for all.",
      firstLook:
        'throttles and errors of the table, then the log for "a request rate could not be taken", which names the partner.',
      metric: serviceMetric(this.config, 'requestRateUnknown', { statistic: 'Sum' }),
      // One failed call to the table leaves one request unlimited, which is harmless.
      above: 10,
      minutes: 3,
    });
    this.alarm({
      name: 'service-unavailable',
      severity: 'page',
      impact: 'Partners are answered 503 and have to repeat their calls.',
      firstLook:
        'throttles and errors of the table, then the log for "a service did not answer", which names the error.',
      metric: serviceMetric(this.config, 'serviceUnavailable', { statistic: 'Sum' }),
      // Five attempts in a row failed for each of them.
      above: 5,
      minutes: 2,
    });
  }

  private table(table: ITableV2, dueIndex: string): void {
    this.alarm({
      name: 'table-throttled',
      severity: 'page',
      impact: 'Calls of partners are slow or fail, and webhooks wait.',
      firstLook: 'consumed capacity against the maximum of the table (docs/capacity.md), then a partition that is hot.',
      metric: sum({
        reads: tableMetric(table, 'ReadThrottleEvents', { statistic: 'Sum' }),
        writes: tableMetric(table, 'WriteThrottleEvents', { statistic: 'Sum' }),
        indexReads: tableMetric(table, 'ReadThrottleEvents', { statistic: 'Sum', index: dueIndex }),
        indexWrites: tableMetric(table, 'WriteThrottleEvents', { statistic: 'Sum', index: dueIndex }),
      }),
      // The client repeats a few by itself.
      above: 10,
      minutes: 2,
    });
  }

  private workers(worker: StageAlarmsProps['worker']): void {
    for (const { id } of rows) {
      if (id === 'sweepOverdue') continue;
      this.alarm({
        name: `${id}-failing`,
        section: 'worker-failing',
        ...WORKER_ALARMS[id],
        firstLook: `the newest error in the log of ${id}, and what was deployed last.`,
        metric: worker(id).metricErrors({ period: ALARM_PERIOD }),
        above: 0,
        minutes: 3,
      });
    }
    this.alarm({
      name: 'functions-throttled',
      severity: 'page',
      impact: 'Webhooks and steps start late, and calls of partners fail: the account has no room to run functions.',
      firstLook: "the account's concurrent executions against its quota, then what is reserved for a worker.",
      // Of all functions of the account: they share its quota.
      metric: LambdaFunction.metricAllThrottles({ period: ALARM_PERIOD }),
      // Queues that scale up are throttled now and then, which costs them nothing.
      above: 50,
      minutes: 5,
    });
    this.alarm({
      name: 'recursion-dropped',
      severity: 'page',
      impact: 'Webhooks or steps stop: Lambda takes a worker for a loop without end and refuses its messages.',
      firstLook:
        'which worker, in the graph "Errors and throttles"; decision 004 says which may lead back to themselves.',
      metric: sum(
        Object.fromEntries(
          rows.map(({ id }) => [
            id,
            worker(id).metric('RecursiveInvocationsDropped', { period: ALARM_PERIOD, statistic: 'Sum' }),
          ]),
        ),
      ),
      above: 0,
    });
    this.alarm({
      name: 'redrive-silent',
      severity: 'page',
      impact: 'What is lost on its way to a partner stays lost, and transactions do not expire.',
      firstLook: 'whether the schedule is enabled and may invoke sweepOverdue.',
      metric: worker('sweepOverdue').metricInvocations({ period: ALARM_PERIOD }),
      above: 'silence',
      minutes: 5,
    });
  }

  private deliveries(): void {
    const { config } = this;
    this.alarm({
      name: 'first-attempts-late',
      severity: 'page',
      impact: 'Partners learn of events more than a minute after they happened.',
      firstLook: "age of the queue first-attempts, iterator age of the stream, and which partner's endpoint is slow.",
      metric: serviceMetric(config, 'firstAttemptMs', { statistic: 'p90' }),
      above: 60_000,
      minutes: 5,
    });
    this.alarm({
      name: 'nothing-delivered',
      severity: 'page',
      impact: 'No webhook reaches any partner, though attempts are made.',
      firstLook: 'the reasons of failed attempts in the log of deliverWebhook: one reason for all is ours.',
      metric: new MathExpression({
        expression: 'IF(FILL(failed, 0) > 20 AND FILL(delivered, 0) < 1, 1, 0)',
        usingMetrics: {
          failed: serviceMetric(config, 'attemptFailed', { statistic: 'Sum' }),
          delivered: serviceMetric(config, 'delivered', { statistic: 'Sum' }),
        },
        period: ALARM_PERIOD,
        label: 'attempts, and none accepted',
      }),
      above: 0,
      minutes: 5,
    });
    this.alarm({
      name: 'provider-circuit-open',
      severity: 'page',
      impact: 'Prices, payouts or verifications are refused or wait, because their provider does not answer.',
      firstLook: '"Circuit open" on the dashboard, which names the provider, then its own status page.',
      metric: serviceMetric(config, 'circuitOpened', { statistic: 'Sum' }),
      // Each process rests for half a minute and tries again, so that a lasting outage opens once or twice a minute.
      above: 0,
      minutes: 3,
    });
    this.alarm({
      name: 'provider-events-refused',
      severity: 'page',
      impact:
        'A provider reports an event that is impossible in the state of its transaction: money may have been transferred that the ledger does not show.',
      firstLook: 'the log for "A report of a provider was refused", which names transaction, event and reason.',
      metric: serviceMetric(config, 'providerEventRefused', { statistic: 'Sum' }),
      above: 0,
    });
    this.alarm({
      name: 'orders-waiting',
      severity: 'ticket',
      impact: 'A provider has refused a conversion or a refund, or does not answer: it waits until a person decides.',
      firstLook: '`ops order list`, which names transaction, order and reason.',
      metric: serviceMetric(config, 'orderWaits', { statistic: 'Sum' }),
      above: 0,
    });
    this.alarm({
      name: 'provider-failing',
      severity: 'ticket',
      impact: 'Verifications and transactions wait for a provider that does not answer.',
      firstLook: '"Calls that failed" on the dashboard, which names the provider, then its own status page.',
      metric: serviceMetric(config, 'providerCallFailed', { statistic: 'Sum' }),
      above: 5,
      minutes: 5,
    });
  }
}

/** The sum of metrics, of which any may report nothing. */
function sum(metrics: Readonly<Record<string, IMetric>>): MathExpression {
  const names = Object.keys(metrics);
  return new MathExpression({
    expression: names.map((name) => `FILL(${name}, 0)`).join(' + '),
    usingMetrics: { ...metrics },
    period: ALARM_PERIOD,
    label: names.join(', '),
  });
}
