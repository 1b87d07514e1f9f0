import type { ResponseData } from '#shared/api/response-schemas';
import { required } from '#shared/platform/config/environment';
import type { Endpoint } from '#shared/webhooks/domain/endpoint';
import { type EndpointHealth, healthStatus } from '#shared/webhooks/domain/endpoint-health';
import { eventSource } from '#shared/webhooks/domain/event-bus';
import { isEventName } from '#shared/webhooks/domain/events';
import { activeSecrets } from '#shared/webhooks/domain/signing-secrets';

/** Presents the default endpoint as the settings that it is to partners who know no other: without any secret. */
export function toWebhookSettingsResponse(endpoint: Endpoint, nowMs: number): ResponseData<'WebhookSettings'> {
  return { ...commonFields(endpoint, nowMs), partnerId: endpoint.partnerId };
}

/** Presents an endpoint to partners: without any secret. Needs ACCOUNT_ID. */
export function toWebhookEndpointResponse(
  endpoint: Endpoint,
  health: EndpointHealth,
  nowMs: number,
): ResponseData<'WebhookEndpoint'> {
  return {
    ...commonFields(endpoint, nowMs),
    isDefault: endpoint.isDefault,
    ...eventBusFields(endpoint),
    health: toHealthResponse(health),
  };
}

/** Presents the health of an endpoint, as partners and operators see it. */
export function toHealthResponse(health: EndpointHealth): ResponseData<'WebhookEndpoint'>['health'] {
  const { lastSuccessAt = null, lastFailureAt = null, failingSince = null, lastError = null } = health;
  return { status: healthStatus(health), lastSuccessAt, lastFailureAt, failingSince, lastError };
}

/** The bus, and what its policy has to allow: our account, and the source of the partner's events. */
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
