import { Aws } from 'aws-cdk-lib';
import type { EventBus } from 'aws-cdk-lib/aws-events';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { eventSource } from '#shared/webhooks/domain/event-bus';

/** Sending to a queue, one by one or in batches. */
export function sendTo(queue: IQueue): PolicyStatement {
  return new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] });
}

/**
 * Builds the statement by which Lambda feeds a function from a queue, and the function postpones one message of a
 * batch.
 */
export function consumeFrom(...queues: readonly IQueue[]): PolicyStatement {
  return new PolicyStatement({
    actions: ['sqs:ChangeMessageVisibility', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'],
    resources: queues.map((queue) => queue.queueArn),
  });
}

/** Putting events on a bus. */
export function publishTo(bus: EventBus): PolicyStatement {
  return new PolicyStatement({ actions: ['events:PutEvents'], resources: [bus.eventBusArn] });
}

/** Every event bus of an account, or of all. */
export function eventBuses(accountId: string): string {
  return `arn:${Aws.PARTITION}:events:*:${accountId}:event-bus/*`;
}

/**
 * Putting events on buses of partners, each in a separate account, whose policy has to allow it too. Never on a bus of our
 * account: what is there would be taken for an event of ours. And never in the name of anything but a partner.
 */
export function partnerBusStatements(): PolicyStatement[] {
  const actions = ['events:PutEvents'];
  return [
    new PolicyStatement({
      actions,
      resources: [eventBuses('*')],
      conditions: {
        'ForAllValues:StringLike': { 'events:source': [eventSource('*')] },
        // The condition "all values" is also true for a request without values.
        Null: { 'events:source': 'false' },
      },
    }),
    new PolicyStatement({ effect: Effect.DENY, actions, resources: [eventBuses(Aws.ACCOUNT_ID)] }),
  ];
}
