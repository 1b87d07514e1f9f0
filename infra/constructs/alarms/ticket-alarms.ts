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
    impact: 'At least one request failed by an error of ours: 500 for an error that no rule foresees, 502 or 504.',
    firstLook: 'the saved query failed-requests, then the access log for 502 and 504.',
    above: 0,
  },
  {
    name: 'api-401-403',
    counts: ['answersUnauthorized'],
    impact: 'All requests of a partner fail since its key ended or was suspended, or somebody tries keys.',
    firstLook: 'sourceIp and route of the 401 and 403 in the access log, then partnerId in the lines of requests.',
    // If all requests of a partner fail, there can be 50 failures per second. Callers' mistakes stay far below 100 per minute.
    above: 100,
    periods: 3,
  },
  {
    name: 'api-429',
    counts: ['answersThrottled'],
    impact: 'Requests of a partner, or of all partners on a busy route, are throttled: payments begin late.',
    firstLook: 'sourceIp, route and errorType of the 429 in the access log, then partnerId in the lines of requests.',
    above: 300,
    periods: 5,
  },
  {
    name: 'rate-limits-not-enforced',
    counts: ['requestRateUnknown'],
    impact: 'Requests pass without a charge to the rate of their partner, so a flood reaches the service.',
    firstLook: 'the log for "a request rate could not be taken", then throttles of the table.',
    above: 10,
    periods: 3,
  },
  {
    name: 'events-refused',
    counts: ['eventsRefused'],
    impact: 'A queue or the event bus rejected webhooks or steps: the stream repeats them, and they are late.',
    firstLook: 'the log of publishEvents, which names the error, then the quotas of EventBridge and SQS.',
    above: 0,
    periods: 3,
  },
  {
    name: 'webhook-undeliverable',
    counts: ['undeliverable'],
    impact: 'A webhook was dropped after errors of ours: its partner does not learn of that event.',
    firstLook: 'the log of markUndeliverable, which names the notification, then errors of deliverWebhook.',
    // A worker empties the dead-letter queue immediately, so an alarm on the length of the queue would miss dropped webhooks.
    above: 0,
  },
  {
    name: 'records-unreadable',
    counts: ['unreadableRecord', 'changesUnreadable'],
    impact: 'Some webhooks or steps start minutes late, or the change feed of a partner waits for an item.',
    firstLook: 'the logs of publishEvents and projectChanges, then what was deployed last.',
    above: 0,
  },
  {
    name: 'change-feed-late',
    counts: ['changesDeferred'],
    impact: 'The change feed of some partners lags; nothing of it is lost.',
    firstLook: 'the log of projectChanges: the feed could not be written, or a change could not be read.',
    // A write conflict ends within a minute, so five minutes in a row indicate another problem.
    above: 0,
    periods: 5,
  },
  {
    name: 'signed-file-changed',
    counts: ['signedFileChanged'],
    impact: 'A signed declaration, its document or a receipt is refused: its file is not the stored one.',
    firstLook: "the log line, which names the declaration or receipt, then the bucket's earlier versions of the file.",
    above: 0,
  },
  {
    name: 'provider-failing',
    counts: ['providerCallFailed'],
    period: Duration.hours(1),
    impact: 'Verifications and transactions wait for a provider whose calls fail again and again.',
    firstLook: 'the saved query providers, which names the provider, then its status page.',
    above: 20,
  },
  {
    name: 'provider-events-refused',
    counts: ['providerEventRefused'],
    impact: 'A provider reports an impossible event: it may have transferred money that the ledger does not show.',
    firstLook: 'the log for "A report of a provider was refused", which names transaction, event and reason.',
    above: 0,
  },
  {
    name: 'manual-action-required',
    counts: ['orderWaits', 'providerSilent'],
    impact: 'A provider refused an order or did not respond in time: a person decides how it goes on.',
    firstLook: '`ops order list` and `ops transaction list --unchanged-for 12h`, which name the transaction.',
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
        impact: 'Repeated webhook attempts come later than the schedule that partners know.',
        firstLook: 'throttles and errors of deliverWebhook, then the saved query webhook-attempts.',
        // The longest wait between two attempts is 900 s; an age of twice this value indicates a backlog.
        above: 1800,
        periods: 5,
      },
      retries.metricApproximateAgeOfOldestMessage(options),
    );
    this.ticket(
      {
        name: 'events-discarded',
        impact: 'Webhooks and steps start minutes late, when the redrive finds them, or totals of lists are off.',
        firstLook: '`ops dlq show` for the queues bus and stream, then errors of the function that the message names.',
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
        impact: 'Webhooks, steps or the change feed are late by the seconds or minutes until the next try.',
        firstLook: 'the saved query errors-by-message, which names the worker, then what was deployed last.',
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
        impact: 'Webhooks or steps are late: Lambda takes a worker for an endless loop and refuses its messages.',
        firstLook: 'the worker graph of the dashboard, then decision 004, which says what may lead back to itself.',
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
      impact: 'Partners are served a little worse than promised for a day: a budget of 30 days would last ten.',
      firstLook: 'the burn rates of the dashboard, then failed-requests or slow-requests over the day.',
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
