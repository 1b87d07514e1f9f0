import { Duration } from 'aws-cdk-lib';
import { EventBus, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  EventSourceMapping,
  FilterCriteria,
  type Function as LambdaFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge, type Reasons } from '#infra/checks/acknowledge';
import { PageAlarms } from '#infra/constructs/alarms/page-alarms';
import { TicketAlarms } from '#infra/constructs/alarms/ticket-alarms';
import { StageDashboard } from '#infra/constructs/dashboard/stage-dashboard';
import { MinuteSchedule } from '#infra/constructs/minute-schedule';
import { SavedQueries } from '#infra/constructs/saved-queries';
import { type FunctionContext, ServiceFunction } from '#infra/constructs/service-function';
import { ServiceQueues } from '#infra/constructs/service-queues';
import { consumeFrom, publishTo, sendTo } from '#infra/policies/messaging-access';
import { indexStatement, streamStatements } from '#infra/policies/table-access';
import { type PartOutputs, StagePart } from '#infra/stacks/stage-part';
import { DUE_INDEX } from '#infra/stacks/stage-records';
import { type Outlet, type WorkerId, type WorkerRow, workers } from '#shared/contract/endpoints';

/** `Source` of every event on the bus. */
const EVENT_SOURCE = 'partner-ramp';

const LIST_STREAMS = 'dynamodb:ListStreams, for which IAM knows no resource; it lists names and reads nothing.';

/** The trigger of a worker, and the permissions that the trigger needs. */
interface Trigger {
  readonly statements: readonly PolicyStatement[];
  /** Findings of rule packs on those permissions. */
  readonly acknowledged?: Reasons;
  /** True if messages that the worker sends come back to it (docs/adr/004). */
  readonly allowsRecursion?: boolean;
  /** The id of the worker's row names the constructs. */
  connect(target: LambdaFunction, id: WorkerId): void;
}

interface QueueFeed {
  readonly queue: Queue;
  readonly maxConcurrency: number;
}

interface StreamFeed {
  /** A record that matches one of them is passed on. */
  readonly filters: readonly Readonly<Record<string, unknown>>[];
  /** Concurrent batches of one shard. Above one, only records of one item (partition and sort key) stay in order. */
  readonly parallelizationFactor: number;
  /** Records of one batch at most. */
  readonly batchSize: number;
  /** Seconds in which a batch is gathered; with 0, it is sent at once. */
  readonly windowS: number;
  /**
   * Retries and age after which a record is given up and goes to the discarded queue, for a worker whose work something else finds again.
   * @default never: it is tried until the stream ends it after a day
   */
  readonly giveUp?: { readonly retries: number; readonly after: Duration };
}

/** Everything between a committed write and a webhook at the partner's endpoint. */
export class MessagingStack extends StagePart {
  readonly outputs: PartOutputs;
  private readonly queues: ServiceQueues;
  private readonly bus: EventBus;
  private readonly made = new Map<WorkerId, LambdaFunction>();

  constructor(
    scope: Construct,
    id: string,
    private readonly context: FunctionContext,
  ) {
    super(scope, id, {
      description: `Events, queues and workers of Partner Ramp (${context.config.name})`,
    });
    this.bus = new EventBus(this, 'Bus', { eventBusName: `PartnerRamp-${context.config.name}` });
    this.queues = new ServiceQueues(this, 'Queues');
    this.route('step.ready', this.queues.steps);

    const triggers = this.triggers();
    for (const row of workers) this.made.set(row.id, this.addWorker(row, triggers[row.id]));
    this.watch();
    this.outputs = this.partOutputs();
  }

  /** Adds alarms and the dashboard, in the stack that contains most of the watched resources. */
  private watch(): void {
    const { config, data } = this.context;
    const watched = {
      config,
      table: data.table,
      dueIndex: DUE_INDEX,
      queues: this.queues,
      worker: (id: WorkerId): LambdaFunction => {
        const lambda = this.made.get(id);
        if (lambda === undefined) throw new Error(`${id} has no function`);
        return lambda;
      },
    };
    const { names: pages } = new PageAlarms(this, 'Pages', watched);
    const { names: tickets } = new TicketAlarms(this, 'Tickets', watched);
    new SavedQueries(this, 'Queries', config);
    new StageDashboard(this, 'Overview', { ...watched, pages, tickets });
  }

  /** Total, so that a worker without a trigger does not compile. */
  private triggers(): Readonly<Record<WorkerId, Trigger>> {
    const { firstAttempts, retries, steps, webhookDeadLetters } = this.queues;
    const { queueReaders: readers, changesReader } = this.context.config.capacity;
    return {
      publishEvents: this.fromStream({
        filters: [{ dynamodb: { NewImage: { outbox: { S: ['OPEN'] } } } }],
        parallelizationFactor: 2,
        batchSize: 50,
        windowS: 0,
        // One bad record must not block its shard for a day: the redrive sends its item again.
        giveUp: { retries: 20, after: Duration.hours(6) },
      }),
      projectChanges: this.fromStream({
        filters: [
          {
            dynamodb: {
              Keys: {
                PK: { S: ['L#', 'AUDIT#', 'APPROVAL#', 'JOURNAL#'].map((prefix) => ({ prefix })) },
              },
            },
          },
          {
            dynamodb: {
              NewImage: {
                entity: {
                  S: [
                    'USER',
                    'KYC',
                    'PERSON',
                    'FORMER_PERSON',
                    'BANK',
                    'QUOTE',
                    'TX',
                    'NTF',
                    'JOURNAL',
                    'FEED_BACKLOG',
                  ],
                },
              },
            },
          },
        ],
        // It defers what it cannot write, so a record fails only while the table takes nothing at all.
        // Both of its projections rely on one reader at a time for each partition of the table.
        parallelizationFactor: 1,
        ...changesReader,
      }),
      deliverWebhook: this.fromQueues([
        { queue: firstAttempts, maxConcurrency: readers.firstAttempts },
        { queue: retries, maxConcurrency: readers.retries },
      ]),
      markUndeliverable: this.fromQueues([{ queue: webhookDeadLetters, maxConcurrency: readers.webhookDeadLetters }]),
      runStep: this.fromQueues([{ queue: steps, maxConcurrency: readers.steps }]),
      redriveOverdue: {
        statements: [indexStatement(this.context.data, DUE_INDEX)],
        connect: (target, id) => {
          new MinuteSchedule(this, `${id}EveryMinute`, {
            target,
            description: 'Sends again what is overdue',
          });
        },
      },
    };
  }

  private addWorker(row: WorkerRow & { readonly id: WorkerId }, trigger: Trigger): LambdaFunction {
    const outlets = row.outlets.map((outlet) => ({ outlet, ...this.outlets()[outlet] }));
    const { lambda } = new ServiceFunction(this, row.id, {
      row,
      context: this.context,
      memoryMb: row.memoryMb,
      timeoutS: row.timeoutS,
      environment: {
        ...Object.fromEntries(outlets.map(({ outlet, address }) => [outlet, address])),
      },
      ...(trigger.acknowledged && { acknowledged: trigger.acknowledged }),
      ...(trigger.allowsRecursion && { allowsRecursion: true }),
      statements: [...trigger.statements, ...outlets.map(({ statement }) => statement)],
    });
    trigger.connect(lambda, row.id);
    return lambda;
  }

  /** Total, so that an outlet without an address and a permission does not compile. */
  private outlets(): Readonly<Record<Outlet, { readonly address: string; readonly statement: PolicyStatement }>> {
    const queue = (target: Queue) => ({ address: target.queueUrl, statement: sendTo(target) });
    return {
      EVENT_BUS_NAME: { address: this.bus.eventBusName, statement: publishTo(this.bus) },
      FIRST_ATTEMPTS_QUEUE_URL: queue(this.queues.firstAttempts),
      RETRIES_QUEUE_URL: queue(this.queues.retries),
      STEPS_QUEUE_URL: queue(this.queues.steps),
    };
  }

  /**
   * Sends the details of one type of event to a queue. All of them are in one message group, since a rule reads no group from the
   * event: what needs fairness between partners is sent by `publishEvents` (docs/adr/005).
   */
  private route(detailType: string, queue: Queue): void {
    new Rule(this, detailType, {
      description: `${detailType} to its queue`,
      eventBus: this.bus,
      eventPattern: { source: [EVENT_SOURCE], detailType: [detailType] },
      targets: [
        new SqsQueue(queue, {
          message: RuleTargetInput.fromEventPath('$.detail'),
          deadLetterQueue: this.queues.busUndelivered,
        }),
      ],
    });
  }

  /** Every reader of a queue sends to it too, or to the queue whose dead letters it reads. */
  private fromQueues(feeds: readonly QueueFeed[]): Trigger {
    return {
      allowsRecursion: true,
      statements: [consumeFrom(...feeds.map(({ queue }) => queue))],
      connect: (target, id) => {
        for (const { queue, maxConcurrency } of feeds) {
          const mapping = new EventSourceMapping(this, `${id}From${queue.node.id}`, {
            target,
            eventSourceArn: queue.queueArn,
            batchSize: 10,
            maxConcurrency,
            reportBatchItemFailures: true,
          });
          acknowledge(mapping, {
            'Serverless-LambdaEventSourceMappingDestination':
              'A mapping of a queue has no destination for failures: the queue redrives them itself.',
          });
        }
      },
    };
  }

  /** At most two functions may read the stream of a table (https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html). */
  private fromStream({ filters, parallelizationFactor, batchSize, windowS, giveUp }: StreamFeed): Trigger {
    const { data } = this.context;
    const { tableStreamArn } = data.table;
    if (tableStreamArn === undefined) throw new Error('The table has no stream');
    return {
      statements: [...streamStatements(data), sendTo(this.queues.outboxDiscarded)],
      acknowledged: {
        'AwsSolutions-IAM5[Resource::*]': LIST_STREAMS,
        'Serverless-LambdaStarPermissions': LIST_STREAMS,
      },
      connect: (target, id) => {
        new EventSourceMapping(this, `${id}FromStream`, {
          target,
          eventSourceArn: tableStreamArn,
          // LATEST may skip records that are written while the mapping is created or changed.
          startingPosition: StartingPosition.TRIM_HORIZON,
          batchSize,
          ...(windowS > 0 && { maxBatchingWindow: Duration.seconds(windowS) }),
          parallelizationFactor,
          filters: filters.map((filter) => FilterCriteria.filter(filter)),
          reportBatchItemFailures: true,
          bisectBatchOnError: true,
          ...(giveUp && { retryAttempts: giveUp.retries, maxRecordAge: giveUp.after }),
          onFailure: new SqsDlq(this.queues.outboxDiscarded),
        });
      },
    };
  }

  private partOutputs(): PartOutputs {
    const { queues } = this;
    const toOutput = ({ queueUrl: value }: Queue, description: string) => ({ value, description });
    return {
      EventBusName: { value: this.bus.eventBusName, description: 'Bus between the table and the queues' },
      FirstAttemptsQueueUrl: toOutput(queues.firstAttempts, 'First attempts of webhooks'),
      RetriesQueueUrl: toOutput(queues.retries, 'Later attempts of webhooks'),
      WebhookDeadLettersUrl: toOutput(queues.webhookDeadLetters, 'Webhooks that no worker could handle'),
      StepsQueueUrl: toOutput(queues.steps, 'Steps of transactions'),
      StepsDeadLettersUrl: toOutput(queues.stepsDeadLetters, 'Steps that no worker could handle'),
      BusUndeliveredUrl: toOutput(queues.busUndelivered, 'Events that reached no queue'),
      OutboxDiscardedUrl: toOutput(queues.outboxDiscarded, 'Ranges of the stream that were given up'),
    };
  }
}
