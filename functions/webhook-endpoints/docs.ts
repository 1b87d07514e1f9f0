import {
  noWebhookSecret,
  tooManyWebhookEndpoints,
  webhookEndpointNotFound,
  writeContention,
} from '#shared/api/problems';
import { deletedAt } from '#shared/bank-accounts/examples';
import { defineDocs, wholeList } from '#shared/contract/define-docs';
import { MAX_ENDPOINTS } from '#shared/webhooks/domain/endpoint';
import { endpointTest, FURTHER_URL, firstWebhookEndpoint, webhookEndpoint } from '#shared/webhooks/examples';
import { contract as createContract } from './create/contract';
import { contract as deleteContract } from './delete/contract';
import { contract as getContract } from './get/contract';
import { contract as listContract } from './list/contract';
import { contract as rotateSecretContract } from './rotate-secret/contract';
import { contract as testContract } from './test/contract';
import { contract as updateContract } from './update/contract';

export const createWebhookEndpoint = defineDocs(createContract, {
  sdk: [
    'webhookEndpoints.create',
    'Adds an endpoint with a `url` or an `eventBusArn`. For a URL the response holds its `secret`, which is shown this once; an event bus has none.',
  ],
  description:
    'Adds an endpoint to the default one of the webhook settings; five in all. It sends to a `url` or to your Amazon EventBridge bus, by `eventBusArn`: give exactly one. Each has its own events, and its own delivery of every notification: attempts, retries and order at one do not wait for another. It is sent what happens from now on. For a URL the response carries its signing `secret`, which is shown this once. For an event bus there is none, because events are not signed: put `eventAccountId` and `eventSource` of the response into the policy of the bus, and its deliveries succeed.',
  body: {
    about: 'Where to send, and what.',
    url: 'By the rules of the webhook settings. Null or absent for an event bus.',
    eventBusArn: 'An event bus in your AWS account, in any public region. Null or absent for a URL.',
    eventTypes: 'Only these events are sent; absent or null, all of them.',
  },
  example: {
    body: { url: FURTHER_URL, eventTypes: ['COMPLETED_CROSS_RAMP', 'FAILED_CROSS_RAMP'] },
    data: { ...webhookEndpoint, secret: 'whsec_dGhlIHNlY3JldCBvZiBhIGZ1cnRoZXIgZW5kcG9pbnQuLi4=' },
  },
  refusals: [tooManyWebhookEndpoints(MAX_ENDPOINTS), writeContention()],
});

export const deleteWebhookEndpoint = defineDocs(deleteContract, {
  sdk: [
    'webhookEndpoints.delete',
    'Deletes an endpoint; of the first one it clears the URL. Pending deliveries end as `FAILED`.',
  ],
  description:
    'Deletes an endpoint: nothing more is made for it, and its pending deliveries end as `FAILED` at their next attempt, which says why. The first endpoint cannot be deleted; its URL is cleared, as with `{"url": null}` in the webhook settings.',
  parameters: { id: 'Id of an endpoint.' },
  example: { path: { id: webhookEndpoint.id }, data: { id: webhookEndpoint.id, deletedAt } },
  refusals: [webhookEndpointNotFound(), writeContention()],
});

export const getWebhookEndpoint = defineDocs(getContract, {
  sdk: ['webhookEndpoints.get', 'Reads an endpoint. The secret is not in it.'],
  description: 'Returns one endpoint without any secret. The id of the webhook settings is that of the first one.',
  parameters: { id: 'Id of an endpoint.' },
  example: { path: { id: webhookEndpoint.id }, data: webhookEndpoint },
  refusals: [webhookEndpointNotFound()],
});

export const listWebhookEndpoints = defineDocs(listContract, {
  sdk: ['webhookEndpoints.list', 'Lists all endpoints, the first one first.'],
  description:
    'Lists your endpoints: the first one, which the webhook settings hold (`isDefault`), then the others in the order of their creation. No secret is among them.',
  example: { data: wholeList(firstWebhookEndpoint, webhookEndpoint) },
});

export const rotateWebhookEndpointSecret = defineDocs(rotateSecretContract, {
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

export const sendTestToWebhookEndpoint = defineDocs(testContract, {
  sdk: ['webhookEndpoints.sendTest', 'Sends a `TEST_EVENT` to one endpoint.'],
  description:
    'Sends a `TEST_EVENT` to this endpoint alone, whatever its `eventTypes` says. The response is the notification, with its delivery among `deliveries`; the notification itself is `NOT_SENT`, since the first endpoint is not sent it. Of the first endpoint this is the test of the webhook settings.',
  parameters: { id: 'Id of an endpoint.' },
  example: { path: { id: webhookEndpoint.id }, data: endpointTest },
  refusals: [webhookEndpointNotFound()],
});

export const updateWebhookEndpoint = defineDocs(updateContract, {
  sdk: ['webhookEndpoints.update', 'Sets the target and the events of an endpoint, both as a whole.'],
  description:
    'Sets the target and the events of an endpoint, both as a whole: without `eventTypes` all events are sent. An endpoint with a URL keeps to URLs, and one with an event bus to event buses, else 409; the first one has a URL. Of two calls at the same moment the later one stands. Secrets stay; the next attempt of every delivery goes to the new target. Of the first endpoint it sets the webhook settings, and the response to the first URL carries its `secret`.',
  parameters: { id: 'Id of an endpoint.' },
  body: {
    about: 'Where to send, and what. Takes the place of what was set before.',
    url: 'By the rules of the webhook settings. Null or absent for an event bus.',
    eventBusArn: 'An event bus in your AWS account, in any public region. Null or absent for a URL.',
    eventTypes: 'Only these events are sent; absent or null, all of them.',
  },
  example: {
    path: { id: webhookEndpoint.id },
    body: { url: FURTHER_URL, eventTypes: ['COMPLETED_CROSS_RAMP', 'FAILED_CROSS_RAMP'] },
    data: webhookEndpoint,
  },
  refusals: [webhookEndpointNotFound(), writeContention()],
});
