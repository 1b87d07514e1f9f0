import { Duration } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import {
  ALARM_PERIOD,
  type AlarmProps,
  type Condition,
  compositeAlarm,
  metricAlarm,
} from '#infra/constructs/alarms/business-alarm';
import type { Watched } from '#infra/constructs/alarms/page-alarms';
import { burnRules, serviceLevels } from '#infra/constructs/alarms/service-levels';
import { type LogMetricName, serviceMetric, sum } from '#infra/constructs/service-metric';
import { workers } from '#shared/contract/endpoints';
import type { MetricName } from '#shared/platform/observability/log';

interface Ticket extends Pick<AlarmProps, 'name' | 'impact' | 'firstLook'>, Omit<Condition, 'metric'> {}

/** A ticket on the sum of several metrics of the service. */
interface CountTicket extends Ticket {
  readonly counts: readonly [MetricName | LogMetricName, ...MetricName[]];
  /** @default a minute */
  readonly period?: Duration;
}

const countTickets: readonly CountTicket[] = [
  {
    name: 'api-unexpected-error',
    counts: ['unexpectedFailure'],
    impact: 'A request failed: with 500 for an unexpected error, or with 502 or 504 for a crash or timeout.',
    firstLook: 'Run the saved query failed-requests, then read the access log for 502 and 504.',
    above: 0,
  },
  {
    name: 'api-401-403',
    counts: ['answersUnauthorized'],
    impact: 'All requests of a partner fail, for example because its key has expired, or somebody tries to guess keys.',
    firstLook: 'Find sourceIp and route of the 401 and 403 in the access log, then partnerId in the function logs.',
    // If all requests of a partner fail, there can be 50 failures per second (`requestsPerPartnerS`). Callers' mistakes stay far
    // below 100 per minute.
    above: 100,
    periods: 3,
  },
  {
    name: 'api-429',
    counts: ['answersThrottled'],
    impact: 'Requests of a partner, or of all partners on a busy route, are throttled, so payments start late.',
    firstLook: 'Find sourceIp, route and errorType of the 429 in the access log, then partnerId in the function logs.',
    above: 300,
    periods: 5,
  },
  {
    name: 'rate-limits-not-enforced',
    counts: ['requestRateUnknown'],
    impact: 'The service cannot check the rate limits of partners, so a flood of requests would reach the service.',
    firstLook: 'Search the log for "a request rate could not be taken", then check throttles of the table.',
    above: 10,
    periods: 3,
  },
  {
    name: 'events-refused',
    counts: ['eventsRefused'],
    impact: 'Webhooks or steps are late: a queue or the event bus rejected them, and publishEvents sends them again.',
    firstLook: 'Find the error in the log of publishEvents, then check the quotas of EventBridge and SQS.',
    above: 0,
    periods: 3,
  },
  {
    name: 'webhook-undeliverable',
    counts: ['undeliverable'],
    impact: 'A webhook was dropped after internal errors, so the partner does not receive the event.',
    firstLook: 'Find the notification in the log of markUndeliverable, then check errors of deliverWebhook.',
    // A worker empties the dead-letter queue immediately, so an alarm on the length of the queue would miss dropped webhooks.
    above: 0,
  },
  {
    name: 'records-unreadable',
    counts: ['unreadableRecord', 'changesUnreadable'],
    impact: 'Some webhooks or steps start minutes late, or the change feed of a partner contains no new changes.',
    firstLook: 'Read the logs of publishEvents and projectChanges, then check the last deployment.',
    above: 0,
  },
  {
    name: 'change-feed-late',
    counts: ['changesDeferred'],
    impact: 'The change feed of some partners is late, but no change is lost.',
    firstLook: 'Check in the log of projectChanges whether a write to the feed failed or a change is unreadable.',
    // A write conflict ends within a minute, so five minutes in a row indicate another problem.
    above: 0,
    periods: 5,
  },
  {
    name: 'signed-file-changed',
    counts: ['signedFileChanged'],
    impact: 'A download fails: the file of a signed declaration, its document or a receipt is missing or changed.',
    firstLook: "Find the declaration or receipt in the log, then check the bucket's earlier versions of the file.",
    above: 0,
  },
  {
    name: 'provider-failing',
    counts: ['providerCallFailed'],
    period: Duration.hours(1),
    impact: 'Verifications and transactions wait, because calls to their provider fail repeatedly.',
    firstLook: 'Run the saved query providers to find the provider, then read its status page.',
    above: 20,
  },
  {
    name: 'provider-events-refused',
    counts: ['providerEventRefused'],
    impact: 'A provider reported an impossible event, and may have transferred money that is not in the ledger.',
    firstLook: 'Search the log for "A report of a provider was refused" to find transaction, event and reason.',
    above: 0,
  },
  {
    name: 'manual-action-required',
    counts: ['orderWaits', 'providerSilent'],
    impact: 'A provider refused an order or did not respond in time, so an operator must decide about the order.',
    firstLook: 'Run `ops order list` and `ops transaction list --unchanged-for 12h` to find the transaction.',
    above: 0,
  },
];

/** Alarms for the next working day: single errors, and problems that cause no loss before that day (docs/adr/028). */
export class TicketAlarms extends Construct {
  /** Names of the alarms that notify an operator. */
  readonly names: string[] = [];

  constructor(
    scope: Construct,
    id: string,
    private readonly watched: Watched,
  ) {
    super(scope, id);
    for (const { counts, period = ALARM_PERIOD, ...ticket } of countTickets) {
      const metric = (name: (typeof counts)[number]) => serviceMetric(watched.config, name, { statistic: 'Sum' });
      const each = counts.map((name) => [name, metric(name).with({ period })] as const);
      this.ticket(ticket, sum(Object.fromEntries(each), period));
    }
    this.queues();
    this.workers();
    this.levels();
  }

  private queues(): void {
    const { retries, busUndelivered, outboxDiscarded } = this.watched.queues;
    const options = { period: ALARM_PERIOD, statistic: 'Maximum' };
    this.ticket(
      {
        name: 'webhook-retries-late',
        impact: 'Retries of webhooks are later than the documented schedule.',
        firstLook: 'Check throttles and errors of deliverWebhook, then run the saved query webhook-attempts.',
        // The longest wait between two attempts is 900 s; an age of twice this value indicates a backlog.
        above: 1800,
        periods: 5,
      },
      retries.metricApproximateAgeOfOldestMessage(options),
    );
    this.ticket(
      {
        name: 'events-discarded',
        impact: 'Webhooks and steps are minutes late, until the redrive sends them, or totals of lists are wrong.',
        firstLook: 'Run `ops dlq show` for bus and stream, then check errors of the function in the message.',
        above: 0,
      },
      sum({
        bus: busUndelivered.metricApproximateNumberOfMessagesVisible(options),
        stream: outboxDiscarded.metricApproximateNumberOfMessagesVisible(options),
      }),
    );
  }

  private workers(): void {
    const { worker } = this.watched;
    const rows = workers.filter(({ id }) => id !== 'redriveOverdue');
    this.ticket(
      {
        name: 'workers-failing',
        impact: 'Webhooks, steps or the change feed are late by seconds or minutes, until the worker succeeds.',
        firstLook: 'Run the saved query errors-by-message to find the worker, then check the last deployment.',
        // Lambda repeats the work of a failed run, so the alarm fires only if runs fail in five consecutive minutes.
        above: 0,
        periods: 5,
      },
      sum(Object.fromEntries(rows.map(({ id }) => [id, worker(id).metricErrors({ period: ALARM_PERIOD })]))),
    );
    const dropped = (id: (typeof workers)[number]['id']) =>
      worker(id).metric('RecursiveInvocationsDropped', { period: ALARM_PERIOD, statistic: 'Sum' });
    this.ticket(
      {
        name: 'recursion-dropped',
        impact: 'Webhooks or steps are late: Lambda treats a worker as an endless loop and stops its invocations.',
        firstLook: 'Find the worker in the worker graph of the dashboard, then read decision 004 about intended loops.',
        above: 0,
      },
      sum(Object.fromEntries(workers.map(({ id }) => [id, dropped(id)]))),
    );
  }

  private levels(): void {
    const { config } = this.watched;
    const words = {
      config,
      severity: 'ticket',
      name: 'service-level-slow-burn',
      impact: 'For a day, the service was worse than its service level: a budget of 30 days would last ten days.',
      firstLook: 'Check the burn rates on the dashboard, then run failed-requests or slow-requests for the day.',
    } as const;
    const anyOf = serviceLevels(config).flatMap((level) => burnRules(this, level, words));
    this.names.push(words.name);
    compositeAlarm(this, words, { anyOf });
  }

  private ticket({ above, periods, ...words }: Ticket, metric: IMetric): void {
    const condition = { metric, above, ...(periods !== undefined && { periods }) };
    this.names.push(words.name);
    metricAlarm(this, { ...words, config: this.watched.config, severity: 'ticket' }, condition);
  }
}
