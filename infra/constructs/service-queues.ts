import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/checks/acknowledge';

/** Receives after which a message goes to the dead letters. Lambda's scaling can use up a few, hence AWS's advice of five. */
const MAX_RECEIVE_COUNT = 5;

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

  constructor(scope: Construct, id: string) {
    super(scope, id);
    // Six times the 30 s of the function that reads it.
    this.webhookDeadLetters = this.deadLetterQueue('webhook-dead-letters', 180);
    this.stepsDeadLetters = this.deadLetterQueue('steps-dead-letters');
    this.busUndelivered = this.deadLetterQueue('bus-undelivered');
    this.outboxDiscarded = this.deadLetterQueue('outbox-discarded');
    this.firstAttempts = this.workQueue('first-attempts', 120, this.webhookDeadLetters);
    this.retries = this.workQueue('retries', 120, this.webhookDeadLetters);
    this.steps = this.workQueue('steps', 180, this.stepsDeadLetters);
  }

  /** @param visibilityS at least six times its consumer's time limit, as AWS advises */
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
      // A redriven message keeps the age it had, so this must outlast the work queues' four days.
      retentionPeriod: Duration.days(14),
      ...(visibilityS !== undefined && { visibilityTimeout: Duration.seconds(visibilityS) }),
    });
    const reason = 'The end of the line: what is here waits for a person, and an alarm calls one.';
    acknowledge(queue, { 'AwsSolutions-SQS3': reason, 'Serverless-SQSRedrivePolicy': reason });
    return queue;
  }
}
