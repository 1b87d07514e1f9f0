import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/checks/acknowledge';
import type { StageConfig } from '#infra/config/stages';
import { ALARM_PERIOD, BusinessAlarm, type BusinessAlarmProps } from '#infra/constructs/alarms/business-alarm';

/** Receives before a message counts as poison. Lambda's scaling can use up a few, hence AWS's advice of five. */
const MAX_RECEIVE_COUNT = 5;

interface WorkQueueProps extends Pick<BusinessAlarmProps, 'severity' | 'impact'> {
  /** At least six times its consumer's time limit, as AWS advises. */
  readonly visibilityS: number;
  readonly deadLetters: Queue;
  /** Age in seconds of the oldest message above which something is wrong. */
  readonly oldestS: number;
}

interface DeadLetterQueueProps extends Pick<BusinessAlarmProps, 'severity' | 'impact' | 'firstLook'> {
  readonly visibilityS?: number;
}

/**
 * The queues of the service. Messages carry keys and counters and never personal data, so the encryption that SQS manages itself is
 * enough. Under a customer managed key the event bus could not send, and each sender would need the key.
 */
export class ServiceQueues extends Construct {
  /** First delivery attempts. */
  readonly firstAttempts: Queue;
  /** Later delivery attempts, in their own queue so that a dead receiver does not delay first attempts. */
  readonly retries: Queue;
  readonly webhookDeadLetters: Queue;
  readonly steps: Queue;
  readonly stepsDeadLetters: Queue;
  /** Events that the bus could not hand to a queue. */
  readonly busUndelivered: Queue;
  /** Positions in the table's stream at which a consumer gave up. */
  readonly outboxDiscarded: Queue;

  constructor(
    scope: Construct,
    id: string,
    private readonly config: StageConfig,
  ) {
    super(scope, id);
    this.webhookDeadLetters = this.deadLetterQueue('webhook-dead-letters', {
      severity: 'page',
      // Six times the 30 s of the function that reads it.
      visibilityS: 180,
      impact: 'Webhooks of some partners are not delivered and will be marked FAILED.',
      firstLook: 'errors of deliverWebhook, then of markUndeliverable, which should empty this queue.',
    });
    this.stepsDeadLetters = this.deadLetterQueue('steps-dead-letters', {
      severity: 'page',
      impact: 'Some expiry or simulated step does not happen, so a transaction may make no progress.',
      firstLook: 'errors of runStep for the transaction named in the message.',
    });
    this.busUndelivered = this.deadLetterQueue('bus-undelivered', {
      severity: 'ticket',
      impact: 'Expiries and sandbox steps start minutes late, when the redrive finds them, instead of at once.',
      firstLook: 'the ERROR_CODE attribute of the messages; usually a queue policy or a deleted queue.',
    });
    this.outboxDiscarded = this.deadLetterQueue('outbox-discarded', {
      severity: 'ticket',
      impact: 'Webhooks start minutes late, or totals of lists are off, for the changes in the named range.',
      firstLook: 'errors of the function named in the message, then the range of the stream it names.',
    });
    this.firstAttempts = this.workQueue('first-attempts', {
      severity: 'page',
      visibilityS: 120,
      deadLetters: this.webhookDeadLetters,
      oldestS: 300,
      impact: 'Partners learn of new events more than five minutes late.',
    });
    this.retries = this.workQueue('retries', {
      severity: 'ticket',
      visibilityS: 120,
      deadLetters: this.webhookDeadLetters,
      // The longest wait between two attempts is 900 s; twice that is a backlog.
      oldestS: 1800,
      impact: 'Repeated webhook attempts come later than the schedule promised to partners.',
    });
    this.steps = this.workQueue('steps', {
      severity: 'page',
      visibilityS: 180,
      deadLetters: this.stepsDeadLetters,
      oldestS: 1800,
      impact: 'Expiries and sandbox steps happen late: partners see states that are out of date.',
    });
  }

  private workQueue(name: string, { visibilityS, deadLetters, oldestS, ...alarm }: WorkQueueProps): Queue {
    const queue = new Queue(this, name, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(visibilityS),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: MAX_RECEIVE_COUNT },
    });
    new BusinessAlarm(this, `${name}-age`, {
      config: this.config,
      name: `${name}-age`,
      ...alarm,
      firstLook: 'throttles and errors of the function that reads the queue.',
      metric: queue.metricApproximateAgeOfOldestMessage({ period: ALARM_PERIOD, statistic: 'Maximum' }),
      above: oldestS,
      minutes: 5,
    });
    return queue;
  }

  private deadLetterQueue(name: string, { visibilityS, ...alarm }: DeadLetterQueueProps): Queue {
    const queue = new Queue(this, name, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // A redriven message keeps the age it had, so this must outlast the work queues' four days.
      retentionPeriod: Duration.days(14),
      ...(visibilityS !== undefined && { visibilityTimeout: Duration.seconds(visibilityS) }),
    });
    const reason = 'The end of the line: what is here waits for a person, and an alarm calls one.';
    acknowledge(queue, { 'AwsSolutions-SQS3': reason, 'Serverless-SQSRedrivePolicy': reason });
    new BusinessAlarm(this, `${name}-not-empty`, {
      config: this.config,
      name: `${name}-not-empty`,
      ...alarm,
      metric: queue.metricApproximateNumberOfMessagesVisible({ period: ALARM_PERIOD, statistic: 'Maximum' }),
      above: 0,
    });
    return queue;
  }
}
