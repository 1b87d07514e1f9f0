import type { Notes } from '#shared/contract/define-docs';
import { frame, page } from './common';

/** Webhook settings and notifications. */
export const webhookNotes: Readonly<Record<string, Notes>> = {
  WebhookSettings: {
    about: 'Where webhooks go, and which.',
    secret: 'The signing secret (`whsec_…`), in the response to the first URL only.',
  },
  WebhookEndpoint: {
    about: 'One of up to five places that webhooks go to.',
    isDefault: 'True of the first endpoint, which the webhook settings hold; `updateWebhookSettings` sets it too.',
    url: 'Where its webhooks go; null for an event bus, and for a first endpoint without a URL.',
    eventBusArn: 'The event bus that its webhooks go to; null for a URL.',
    eventSource: 'The `source` of every event on the bus, for its policy; null for a URL.',
    eventAccountId: 'The AWS account that puts the events on the bus, for its policy; null for a URL.',
    health: 'How attempts at it have ended.',
    secret: 'The signing secret (`whsec_…`), in the response that made it only; an event bus has none.',
  },
  EndpointHealth: {
    about:
      'How attempts at an endpoint have ended. Instants may lag up to a minute; an endpoint is never switched off.',
    status:
      '`FAILING` from the first failure after a success, `HEALTHY` after a success, `UNKNOWN` without an attempt in 35 days.',
    lastSuccessAt: 'When an attempt last succeeded; null where none did.',
    lastFailureAt: 'When an attempt last failed; null where none did.',
    failingSince: 'When the first attempt failed after the last success; null while the endpoint is not failing.',
    lastError: 'Why an attempt last failed; null where none did.',
  },
  WebhookEndpointPage: { about: 'All endpoints.', ...page },
  WebhookNotificationItem: {
    about: 'A notification in a listing.',
    eventType: 'The `event` of its payload.',
  },
  WebhookNotificationPage: { about: 'A page of notifications.', ...page },
  WebhookNotification: {
    about: 'A notification with its payload and its attempts.',
    payload: 'What is sent, in every attempt alike.',
    replayCount: 'How often it was sent again by a replay.',
    latestErrorPayload:
      'The JSON object that your endpoint responded at the last failure, else our description of the failure; null before any failure, and after a retry or replay.',
    deliveries:
      'The delivery to each further endpoint that is sent it, or that a replay sent it; the change feed leaves them out.',
  },
  RotatedSecret: {
    about: 'A signing secret that took the place of another.',
    secret: 'The new signing secret (`whsec_…`), in this response only.',
    previousExpiresAt: 'Until then the replaced secret signs as well, and one replaced before it until its own end.',
  },
  AcceptedReplay: {
    about: 'What a replay took on.',
    accepted: 'Number of notifications that go out again.',
    nextCreatedFrom: 'Pass as `createdFrom` to go on; null when the range is done.',
  },
  WebhookFaults: {
    about: 'The fault injection of deliveries.',
    rate: 'Share of the deliveries that meet it, from 0 to 1.',
  },
  TestEvent: {
    about: 'A test of your webhook URL.',
    ...frame,
    userId: 'Always null: a test concerns no user.',
    sequence: '1, 2, 3 … over your tests.',
  },
  EndpointDelivery: {
    about: 'The delivery of a notification to an additional endpoint.',
    endpointId: 'Of the endpoint, also after its deletion.',
    status: '`PENDING` while attempts are to come, then `SENT` or `FAILED`.',
  },
  DeliveryAttempt: {
    statusCode: 'What your endpoint returned; null when no response came, and for an event bus.',
    error: 'Why the attempt failed, for an event bus the error code of EventBridge; null on success.',
    responseBody:
      'What your endpoint returned, as text of at most 4 KB; null when that was nothing. For an event bus, the id of the event in EventBridge. The change feed leaves it out.',
  },
};
