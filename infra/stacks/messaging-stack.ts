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

/** Value of `Source` in all events on the bus. */
const EVENT_SOURCE = 'partner-ramp';

const LIST_STREAMS = 'IAM supports no resource for dynamodb:ListStreams, which only lists names.';

/** The trigger of a worker, and the permissions that the trigger needs. */
interface Trigger {
  readonly statements: readonly PolicyStatement[];
  /** Accepted findings of the cdk-nag rules about these permissions, each with the reason. */
  readonly acknowledged?: Reasons;
  /** True if messages that the worker sends can invoke the worker again (docs/adr/004). */
  readonly allowsRecursion?: boolean;
  /** Connects the trigger to the function. The worker's `id` is part of the construct names. */
  connect(target: LambdaFunction, id: WorkerId): void;
}

interface QueueFeed {
  readonly queue: Queue;
  readonly maxConcurrency: number;
}

interface StreamFeed {
  /** Lambda invokes the function only for records that match at least one filter. */
  readonly filters: readonly Readonly<Record<string, unknown>>[];
  /** Concurrent batches of one shard. With more than one, Lambda keeps the order only for each item (partition and sort key). */
  readonly parallelizationFactor: number;
  readonly batchSize: number;
  /** Seconds that Lambda waits for more records in a batch. With 0, Lambda does not wait. */
  readonly windowS: number;
  /**
   * Maximum retries and age of a record, before Lambda discards it. Set them only if another job repeats the worker's work.
   * @default Lambda retries until the record expires from the stream after a day
   */
  readonly giveUp?: { readonly retries: number; readonly after: Duration };
}

/** All resources between a committed write and the webhook request to a partner's endpoint. */
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

  /** Adds alarms and the dashboard to this stack, because this stack contains most of the watched resources. */
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

  /** Typed as a complete record, so that a worker without a trigger does not compile. */
  private triggers(): Readonly<Record<WorkerId, Trigger>> {
    const { firstAttempts, retries, steps, webhookDeadLetters } = this.queues;
    const { queueReaders: readers, changesReader } = this.context.config.capacity;
    return {
      publishEvents: this.fromStream({
        filters: [{ dynamodb: { NewImage: { outbox: { S: ['OPEN'] } } } }],
        parallelizationFactor: 2,
        batchSize: 50,
        windowS: 0,
        // One bad record must not block its shard for a day. The redrive later sends the message of the record's due item again.
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
        // Needs no `giveUp`: if a change cannot be written to its feed, the change goes to a backlog. A record fails only while
        // the table rejects all writes. The factor is 1, because only one invocation at a time may process the records of a table
        // partition (shared/dynamodb/apply-once.ts).
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
            description: 'Sends overdue work again',
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

  /** The queues and the event bus that workers send to. The type is a complete record, so every outlet must have an address. */
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
   * Sends the events of one type from the bus to a queue. A rule cannot read a message group from an event. Therefore
   * `publishEvents` sends messages that require fairness between partners directly to the queues (docs/adr/005).
   */
  private route(detailType: string, queue: Queue): void {
    new Rule(this, detailType, {
      description: `Sends ${detailType} to its queue`,
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

  /**
   * Builds the trigger of a worker that reads queues. The worker sends messages to these queues, or reads dead letters and sends
   * messages to their original queues. Recursion is allowed, so that Lambda does not end these loops.
   */
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
              'A mapping of a queue has no failure destination: the queue moves failed messages to its dead-letter queue.',
          });
        }
      },
    };
  }

  /**
   * Builds the trigger of a worker that reads the table's stream. At most two functions can read the stream
   * (https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html).
   */
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
          // `LATEST` can skip records that are written while the mapping is created or changed.
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
      EventBusName: { value: this.bus.eventBusName, description: 'Event bus between the table and the queues' },
      FirstAttemptsQueueUrl: toOutput(queues.firstAttempts, 'Queue of first webhook attempts'),
      RetriesQueueUrl: toOutput(queues.retries, 'Queue of later webhook attempts'),
      WebhookDeadLettersUrl: toOutput(queues.webhookDeadLetters, 'Dead-letter queue of webhooks'),
      StepsQueueUrl: toOutput(queues.steps, 'Queue of transaction steps'),
      StepsDeadLettersUrl: toOutput(queues.stepsDeadLetters, 'Dead-letter queue of steps'),
      BusUndeliveredUrl: toOutput(queues.busUndelivered, 'Dead-letter queue of the event bus'),
      OutboxDiscardedUrl: toOutput(queues.outboxDiscarded, 'Queue of stream ranges that a worker dropped'),
    };
  }
}
