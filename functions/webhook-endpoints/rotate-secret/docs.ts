import { noWebhookSecret, webhookEndpointNotFound } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { webhookEndpoint } from '#shared/webhooks/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: [
    'webhookEndpoints.rotateSecret',
    'Makes a new signing secret of an endpoint, shown this once. The one before signs as well for 24 hours.',
  ],
  description:
    'Replaces the signing secret of an endpoint and returns the new one, shown this once. The rules are those of the webhook settings: the replaced secret signs for another 24 hours, three secrets are live at most, and a third rotation within the 24 hours ends the oldest at once. The secrets of other endpoints stay. The first endpoint has no secret before its first URL, and one with an event bus never has one: 409.',
  parameters: { id: 'Id of an endpoint.' },
  example: {
    path: { id: webhookEndpoint.id },
    data: {
      secret: 'whsec_YSByb3RhdGVkIHNlY3JldCBvZiBhIGZ1cnRoZXIgZW5kcG8=',
      previousExpiresAt: '2026-01-16T17:14:02.000Z',
    },
  },
  refusals: [webhookEndpointNotFound(), noWebhookSecret()],
});
