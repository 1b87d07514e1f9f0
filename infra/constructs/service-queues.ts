import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/checks/acknowledge';

/**
 * Maximum number of receives before a message moves to the dead-letter queue. AWS advises five, because an invocation that Lambda
 * throttles also counts as a receive.
 */
const MAX_RECEIVE_COUNT = 5;

/**
 * The queues of the service. Messages contain keys and counters, never personal data, so the encryption managed by SQS is
 * sufficient. With a customer managed key, the event bus and each sender would need permissions for the key.
 */
export class ServiceQueues extends Construct {
  /** First delivery attempts. */
  readonly firstAttempts: Queue;
  /**
   * Retries, replays and first attempts in quarantine. The queue is separate, so that a slow endpoint does not delay other first
   * attempts.
   */
  readonly retries: Queue;
  readonly webhookDeadLetters: Queue;
  readonly steps: Queue;
  readonly stepsDeadLetters: Queue;
  /** Events that the event bus could not deliver to a queue. */
  readonly busUndelivered: Queue;
  /** Positions of stream records that a stream consumer dropped after its last retry. */
  readonly outboxDiscarded: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    // Six times the 30 s timeout of the function that reads the queue.
    this.webhookDeadLetters = this.deadLetterQueue('webhook-dead-letters', 180);
    this.stepsDeadLetters = this.deadLetterQueue('steps-dead-letters');
    this.busUndelivered = this.deadLetterQueue('bus-undelivered');
    this.outboxDiscarded = this.deadLetterQueue('outbox-discarded');
    this.firstAttempts = this.workQueue('first-attempts', 120, this.webhookDeadLetters);
    this.retries = this.workQueue('retries', 120, this.webhookDeadLetters);
    this.steps = this.workQueue('steps', 180, this.stepsDeadLetters);
  }

  /** @param visibilityS at least six times the timeout of the consumer, as AWS advises */
  private workQueue(name: string, visibilityS: number, deadLetters: Queue): Queue {
    return new Queue(this, name, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(visibilityS),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: MAX_RECEIVE_COUNT },
    });
  }

  private deadLetterQueue(name: string, visibilityS?: number): Queue {
    const queue = new Queue(this, name, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // In a dead-letter queue, a message keeps its original age, so this retention must exceed the work queues' four days.
      retentionPeriod: Duration.days(14),
      ...(visibilityS !== undefined && { visibilityTimeout: Duration.seconds(visibilityS) }),
    });
    const reason = 'This queue is a dead-letter queue. An alarm notifies an operator of its messages.';
    acknowledge(queue, { 'AwsSolutions-SQS3': reason, 'Serverless-SQSRedrivePolicy': reason });
    return queue;
  }
}
