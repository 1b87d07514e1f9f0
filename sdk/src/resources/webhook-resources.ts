import type { Body, Data, ListingOf, Query } from '../operation-types.js';
import type { RequestOptions } from '../options.js';
import type { RampPromise } from '../ramp-promise.js';
import { Resource } from './resource.js';

/** Settings of your webhooks: their address, and the secret that signs them. */
export class WebhookSettings extends Resource {
  /** Reads the settings. The secret is not among them. */
  get(options?: RequestOptions): RampPromise<Data<'getWebhookSettings'>> {
    return this.transport.send('getWebhookSettings', {}, options);
  }

  /** Sets the URL and the events. The answer to the first URL holds `secret`, which is shown this once: should that answer be lost, a repeated call has none, and `rotateSecret()` makes another. */
  update(body: Body<'updateWebhookSettings'>, options?: RequestOptions): RampPromise<Data<'updateWebhookSettings'>> {
    return this.transport.send('updateWebhookSettings', { body }, options);
  }

  /** Makes a new signing secret, shown this once. The one before signs as well for 24 hours. */
  rotateSecret(options?: RequestOptions): RampPromise<Data<'rotateWebhookSecret'>> {
    return this.transport.send('rotateWebhookSecret', {}, options);
  }

  /** Sends a `TEST_EVENT` to your URL. */
  sendTest(options?: RequestOptions): RampPromise<Data<'sendTestWebhook'>> {
    return this.transport.send('sendTestWebhook', {}, options);
  }
}

/** Up to five endpoints, each with its own target, events and secret. The first one is that of the settings. */
export class WebhookEndpoints extends Resource {
  /** Adds an endpoint with a `url` or an `eventBusArn`. For a URL the answer holds its `secret`, which is shown this once; an event bus has none. */
  create(body: Body<'createWebhookEndpoint'>, options?: RequestOptions): RampPromise<Data<'createWebhookEndpoint'>> {
    return this.transport.send('createWebhookEndpoint', { body }, options);
  }

  /** Lists all endpoints, the first one first. */
  list(options?: RequestOptions): RampPromise<Data<'listWebhookEndpoints'>> {
    return this.transport.send('listWebhookEndpoints', {}, options);
  }

  /** Reads an endpoint. The secret is not in it. */
  get(id: string, options?: RequestOptions): RampPromise<Data<'getWebhookEndpoint'>> {
    return this.transport.send('getWebhookEndpoint', { path: { id } }, options);
  }

  /** Sets the target and the events of an endpoint, both as a whole. */
  update(
    id: string,
    body: Body<'updateWebhookEndpoint'>,
    options?: RequestOptions,
  ): RampPromise<Data<'updateWebhookEndpoint'>> {
    return this.transport.send('updateWebhookEndpoint', { path: { id }, body }, options);
  }

  /** Deletes an endpoint; of the first one it clears the URL. Pending deliveries end as `FAILED`. */
  delete(id: string, options?: RequestOptions): RampPromise<Data<'deleteWebhookEndpoint'>> {
    return this.transport.send('deleteWebhookEndpoint', { path: { id } }, options);
  }

  /** Makes a new signing secret of an endpoint, shown this once. The one before signs as well for 24 hours. */
  rotateSecret(id: string, options?: RequestOptions): RampPromise<Data<'rotateWebhookEndpointSecret'>> {
    return this.transport.send('rotateWebhookEndpointSecret', { path: { id } }, options);
  }

  /** Sends a `TEST_EVENT` to one endpoint. */
  sendTest(id: string, options?: RequestOptions): RampPromise<Data<'sendTestToWebhookEndpoint'>> {
    return this.transport.send('sendTestToWebhookEndpoint', { path: { id } }, options);
  }
}

/** Notifications and their deliveries. */
export class WebhookNotifications extends Resource {
  /** Lists notifications, newest first unless asked otherwise. */
  list(query?: Query<'listWebhookNotifications'>, options?: RequestOptions): ListingOf<'listWebhookNotifications'> {
    return this.transport.list('listWebhookNotifications', { query }, options);
  }

  /** Reads a notification with its last twenty attempts. */
  get(id: string, options?: RequestOptions): RampPromise<Data<'getWebhookNotification'>> {
    return this.transport.send('getWebhookNotification', { path: { id } }, options);
  }

  /** Gives a `FAILED` notification five more attempts, at the first endpoint or at the one of `endpointId`. Ten calls are allowed in any 60 seconds; beyond that the service asks to wait up to 60 seconds, and this client does so. */
  retry(
    id: string,
    body?: Body<'retryWebhookNotification'>,
    options?: RequestOptions,
  ): RampPromise<Data<'retryWebhookNotification'>> {
    return this.transport.send('retryWebhookNotification', { path: { id }, body }, options);
  }

  /** Sends the oldest notifications of a range again, 1,000 at most; `nextCreatedFrom` is where to go on. With `endpointId` they go to that endpoint alone, also those of before it was made. */
  replay(
    body?: Body<'replayWebhookNotifications'>,
    options?: RequestOptions,
  ): RampPromise<Data<'replayWebhookNotifications'>> {
    return this.transport.send('replayWebhookNotifications', { body }, options);
  }
}
