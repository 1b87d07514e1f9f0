import type * as z from 'zod/mini';
import { webhookEndpointNotFound } from '#shared/api/problems';
import type { Caller } from '#shared/partners/domain/partner';
import { required } from '#shared/platform/config/environment';
import type { Endpoint } from '#shared/webhooks/domain/endpoint';
import { type EndpointHealth, healthStatus } from '#shared/webhooks/domain/endpoint-health';
import { eventSource } from '#shared/webhooks/domain/event-bus';
import { isEventName } from '#shared/webhooks/domain/events';
import { activeSecrets } from '#shared/webhooks/domain/signing-secrets';
import type * as schemas from '#shared/webhooks/response-schema';
import { findDefaultEndpoint, findEndpoint, type StoredEndpoint } from './repository';

/** Returns the default endpoint in the form of the partner's webhook settings, without any secret. */
export function toWebhookSettingsResponse(endpoint: Endpoint, nowMs: number): z.infer<typeof schemas.WebhookSettings> {
  return { ...commonFields(endpoint, nowMs), partnerId: endpoint.partnerId };
}

/** Returns an endpoint in the form that partners see, without any secret. Needs ACCOUNT_ID. */
export function toWebhookEndpointResponse(
  endpoint: Endpoint,
  health: EndpointHealth,
  nowMs: number,
): z.infer<typeof schemas.WebhookEndpoint> {
  return {
    ...commonFields(endpoint, nowMs),
    isDefault: endpoint.isDefault,
    ...eventBusFields(endpoint),
    health: toHealthResponse(health),
  };
}

/** Returns the health of an endpoint in the form that partners and operators see. */
export function toHealthResponse(health: EndpointHealth): z.infer<typeof schemas.WebhookEndpoint>['health'] {
  const { lastSuccessAt = null, lastFailureAt = null, failingSince = null, lastError = null } = health;
  return { status: healthStatus(health), lastSuccessAt, lastFailureAt, failingSince, lastError };
}

/** Returns the event bus and the values for the bus policy: our account and the source of the partner's events. */
function eventBusFields({ eventBusArn, partnerId }: Endpoint) {
  if (eventBusArn === undefined) return { eventBusArn: null, eventSource: null, eventAccountId: null };
  return { eventBusArn, eventSource: eventSource(partnerId), eventAccountId: required('ACCOUNT_ID') };
}

function commonFields(endpoint: Endpoint, nowMs: number) {
  const { id, url, eventTypes, secrets, secretRotatedAt, createdAt, updatedAt } = endpoint;
  return {
    id,
    url,
    eventTypes: eventTypes?.filter(isEventName) ?? null,
    secretRotatedAt: secretRotatedAt ?? null,
    previousSecretsExpireAt: activeSecrets(secrets, nowMs).flatMap(({ expiresAt }) => expiresAt ?? []),
    createdAt,
    updatedAt,
  };
}

/**
 * Returns the endpoint that a look-up found among the caller's endpoints. @throws Problem NOT_FOUND if the look-up found nothing
 */
export function requireOwnEndpoint(found: StoredEndpoint | undefined): StoredEndpoint {
  if (found === undefined) throw webhookEndpointNotFound();
  return found;
}

/** Reads one of the caller's endpoints. @throws Problem NOT_FOUND */
export async function readOwnEndpoint(id: string, caller: Caller): Promise<StoredEndpoint> {
  return requireOwnEndpoint(await findEndpoint(caller.partnerId, id));
}

/** Reads the caller's default endpoint, which is created with the partner. @throws Error if the endpoint does not exist */
export async function readDefaultEndpoint({ partnerId }: Pick<Caller, 'partnerId'>): Promise<StoredEndpoint> {
  const found = await findDefaultEndpoint(partnerId);
  if (found === undefined) throw new Error('A partner without webhook settings');
  return found;
}
