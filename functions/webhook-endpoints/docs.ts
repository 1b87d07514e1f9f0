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
    'Adds an endpoint with a `url` or an `eventBusArn`. For a URL, the response contains the `secret`, which is shown once. An event bus has no secret.',
  ],
  description:
    'Adds an additional endpoint. You can have five endpoints, including the default endpoint of the webhook settings. Send exactly one of `url` and `eventBusArn`, the ARN of your Amazon EventBridge bus. Each endpoint has its own `eventTypes`. Deliveries to one endpoint do not delay another endpoint. An endpoint receives events that occur after its creation. For a URL, the response contains the signing `secret`, which is shown once. Events on an event bus are not signed, so there is no secret. Allow `eventAccountId` and `eventSource` of the response in the policy of the bus, or the deliveries fail.',
  body: {
    about: 'The target and the events.',
    url: 'Same rules as in the webhook settings. Null or absent for an event bus.',
    eventBusArn: 'ARN of an event bus in your AWS account, in any public region. Null or absent for a URL.',
    eventTypes: 'Events to send. By default, or with null, all events.',
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
    'Deletes an endpoint, or clears the URL of the default endpoint. Pending deliveries become `FAILED`.',
  ],
  description:
    'Deletes an endpoint, which receives no new notifications. Its pending deliveries become `FAILED` at their next attempt, which contains the reason. For the default endpoint, the call only clears the URL, like `{"url": null}` in the webhook settings.',
  parameters: { id: 'Id of an endpoint.' },
  example: { path: { id: webhookEndpoint.id }, data: { id: webhookEndpoint.id, deletedAt } },
  refusals: [webhookEndpointNotFound(), writeContention()],
});

export const getWebhookEndpoint = defineDocs(getContract, {
  sdk: ['webhookEndpoints.get', 'Reads an endpoint without its secret.'],
  description: 'Returns one endpoint without its secrets. The default endpoint has the id of the webhook settings.',
  parameters: { id: 'Id of an endpoint.' },
  example: { path: { id: webhookEndpoint.id }, data: webhookEndpoint },
  refusals: [webhookEndpointNotFound()],
});

export const listWebhookEndpoints = defineDocs(listContract, {
  sdk: ['webhookEndpoints.list', 'Lists all endpoints.'],
  description:
    'Lists your endpoints without their secrets. The default endpoint of the webhook settings (`isDefault`) is first. The other endpoints follow, oldest first.',
  example: { data: wholeList(firstWebhookEndpoint, webhookEndpoint) },
});

export const rotateWebhookEndpointSecret = defineDocs(rotateSecretContract, {
  sdk: [
    'webhookEndpoints.rotateSecret',
    'Creates a new signing secret of an endpoint, which is shown once. The previous secret also signs for 24 hours.',
  ],
  description:
    'Replaces the signing secret of an endpoint and returns the new secret, which is shown once. The rules are the same as for the webhook settings. The replaced secret also signs for 24 hours. At most three secrets are valid, so a third rotation within 24 hours ends the oldest secret immediately. The secrets of other endpoints do not change. The response is 409 for an event bus, and for a default endpoint that never had a URL.',
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
    'Sends a `TEST_EVENT` only to this endpoint, regardless of its `eventTypes`. The response is the notification, with the delivery in `deliveries`. The status of the notification is `NOT_SENT`, because the default endpoint does not receive it. For the default endpoint, the call is the test of the webhook settings.',
  parameters: { id: 'Id of an endpoint.' },
  example: { path: { id: webhookEndpoint.id }, data: endpointTest },
  refusals: [webhookEndpointNotFound()],
});

export const updateWebhookEndpoint = defineDocs(updateContract, {
  sdk: ['webhookEndpoints.update', 'Replaces the target and the events of an endpoint.'],
  description:
    'Replaces both the target and the events of an endpoint. Without `eventTypes`, the endpoint receives all events. A change between a URL and an event bus returns 409. The default endpoint accepts only a URL. If two calls are concurrent, the values of the later call apply. The secrets do not change. The next attempt of every delivery uses the new target. For the default endpoint, the call changes the webhook settings, and the response to the first URL contains the `secret`.',
  parameters: { id: 'Id of an endpoint.' },
  body: {
    about: 'The target and the events. They replace the previous values.',
    url: 'Same rules as in the webhook settings. Null or absent for an event bus.',
    eventBusArn: 'ARN of an event bus in your AWS account, in any public region. Null or absent for a URL.',
    eventTypes: 'Events to send. By default, or with null, all events.',
  },
  example: {
    path: { id: webhookEndpoint.id },
    body: { url: FURTHER_URL, eventTypes: ['COMPLETED_CROSS_RAMP', 'FAILED_CROSS_RAMP'] },
    data: webhookEndpoint,
  },
  refusals: [webhookEndpointNotFound(), writeContention()],
});
