import { Aws } from 'aws-cdk-lib';
import type { EventBus } from 'aws-cdk-lib/aws-events';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { eventSource } from '#shared/webhooks/domain/event-bus';

/** Allows sending messages to a queue, also in batches. */
export function sendTo(queue: IQueue): PolicyStatement {
  return new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] });
}

/** Allows Lambda to read queues for a function. The function can also postpone single messages of a batch. */
export function consumeFrom(...queues: readonly IQueue[]): PolicyStatement {
  return new PolicyStatement({
    actions: ['sqs:ChangeMessageVisibility', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'],
    resources: queues.map((queue) => queue.queueArn),
  });
}

/** Allows sending events to an event bus. */
export function publishTo(bus: EventBus): PolicyStatement {
  return new PolicyStatement({ actions: ['events:PutEvents'], resources: [bus.eventBusArn] });
}

/** Returns the ARN pattern of all event buses of an account; `*` matches all accounts. */
export function eventBuses(accountId: string): string {
  return `arn:${Aws.PARTITION}:events:*:${accountId}:event-bus/*`;
}

/**
 * Allows sending events with a partner's source (`eventSource`) to partners' event buses in other accounts. The policy of each
 * bus must also allow the events. Denies the buses of our account, so that no partner can direct events to our internal bus.
 */
export function partnerBusStatements(): PolicyStatement[] {
  const actions = ['events:PutEvents'];
  return [
    new PolicyStatement({
      actions,
      resources: [eventBuses('*')],
      conditions: {
        'ForAllValues:StringLike': { 'events:source': [eventSource('*')] },
        // `ForAllValues` is also true for a request without values.
        Null: { 'events:source': 'false' },
      },
    }),
    new PolicyStatement({ effect: Effect.DENY, actions, resources: [eventBuses(Aws.ACCOUNT_ID)] }),
  ];
}
