import type { Notes } from '#shared/contract/define-docs';
import { frame, page } from './common';

/** Webhook settings and notifications. */
export const webhookNotes: Readonly<Record<string, Notes>> = {
  WebhookSettings: {
    about: 'Settings of the default webhook endpoint.',
    secret: 'The signing secret (`whsec_…`). Only the response to your first URL contains the secret.',
  },
  WebhookEndpoint: {
    about: 'A webhook endpoint. You can have up to five.',
    isDefault: 'True for the default endpoint, which `updateWebhookSettings` also changes.',
    url: 'URL that receives the webhooks. Null for an event bus, and for a default endpoint without a URL.',
    eventBusArn: 'Event bus that receives the webhooks. Null for a URL.',
    eventSource: 'The `source` of every event on the bus. Use it in the policy of the bus. Null for a URL.',
    eventAccountId: 'AWS account that puts the events on the bus. Use it in the policy of the bus. Null for a URL.',
    health: 'Results of the delivery attempts to this endpoint.',
    secret: 'The signing secret (`whsec_…`). Only the response to the creation contains it. An event bus has none.',
  },
  EndpointHealth: {
    about: 'Results of the delivery attempts to an endpoint. Times can lag by a minute. We never disable an endpoint.',
    status:
      '`FAILING` since the first failure after a success, `HEALTHY` after a success, `UNKNOWN` if there was no attempt in 35 days.',
    lastSuccessAt: 'Time of the last successful attempt. Null if there is none.',
    lastFailureAt: 'Time of the last failed attempt. Null if there is none.',
    failingSince: 'Time of the first failed attempt after the last success. Null if the endpoint is not failing.',
    lastError: 'Error of the last failed attempt. Null if there is none.',
  },
  WebhookEndpointPage: {
    about: 'All webhook endpoints.',
    ...page,
    data: 'The default endpoint first, then the others.',
  },
  WebhookNotificationItem: { about: 'A notification in a list.', eventType: 'The `event` of the payload.' },
  WebhookNotificationPage: { about: 'A page of notifications.', ...page },
  WebhookNotification: {
    about: 'A notification with its payload and its delivery attempts.',
    payload: 'The webhook body. It is the same in every attempt.',
    replayCount: 'Number of replays that included this notification.',
    latestErrorPayload:
      'The JSON object that your endpoint returned in the last failed attempt. Without a JSON object: our description of the failure. Null before a failure, and after a retry or replay.',
    deliveries: 'Deliveries to additional endpoints. The change feed omits this field.',
  },
  RotatedSecret: {
    about: 'A new signing secret.',
    secret: 'The new signing secret (`whsec_…`). Only this response contains it.',
    previousExpiresAt:
      'Time when the previous secret expires. Until then, webhooks also have a signature of the previous secret.',
  },
  AcceptedReplay: {
    about: 'An accepted replay.',
    accepted: 'Number of notifications that we send again.',
    nextCreatedFrom: 'Send this time as `createdFrom` to continue. Null if the range is complete.',
  },
  WebhookFaults: {
    about: 'Fault injection of webhook deliveries.',
    rate: 'Fraction of deliveries with the fault, from 0 to 1.',
  },
  TestEvent: {
    about: 'A test of your webhook URL.',
    ...frame,
    userId: 'Always null.',
    sequence: 'Number of the test, from 1. Increases by one with every test.',
  },
  EndpointDelivery: {
    about: 'Delivery of a notification to an additional endpoint.',
    endpointId: 'Id of the endpoint, also after you deleted the endpoint.',
    status: '`PENDING` while attempts remain, then `SENT` or `FAILED`.',
  },
  DeliveryAttempt: {
    statusCode: 'HTTP status that your endpoint returned. Null without a response, and for an event bus.',
    error: 'Reason of the failure. For an event bus: the error code of EventBridge. Null after a success.',
    responseBody:
      'Body that your endpoint returned, as text of at most 4 KB. Null if the body was empty. For an event bus: the id of the event in EventBridge. The change feed omits this field.',
  },
};
