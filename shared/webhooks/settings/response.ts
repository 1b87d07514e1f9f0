import type { ResponseData } from '#shared/api/response-schemas';
import { required } from '#shared/platform/config/environment';
import { type EndpointHealth, healthStatus } from '#shared/webhooks/domain/endpoint-health';
import { eventSource } from '#shared/webhooks/domain/event-bus';
import { isEventName } from '#shared/webhooks/domain/events';
import { activeSecrets } from '#shared/webhooks/domain/signing-secrets';
import type { WebhookEndpointItem } from '#shared/webhooks/endpoints/item';
import type { WebhookSettingsItem } from './item';

/** Settings as partners see them: without any secret. */
export function toWebhookSettingsResponse(
  settings: WebhookSettingsItem,
  nowMs: number,
): ResponseData<'WebhookSettings'> {
  return { ...commonFields(settings, nowMs), partnerId: settings.partnerId };
}

/** An endpoint as partners see it: without any secret. The settings are the first one. Needs ACCOUNT_ID. */
export function toWebhookEndpointResponse(
  endpoint: WebhookSettingsItem | WebhookEndpointItem,
  health: EndpointHealth,
  nowMs: number,
): ResponseData<'WebhookEndpoint'> {
  return {
    ...commonFields(endpoint, nowMs),
    isDefault: endpoint.entity === 'WEBHOOK',
    ...eventBusFields(endpoint),
    health: toHealthResponse(health),
  };
}

/** The health of an endpoint as partners and operators see it. */
export function toHealthResponse(health: EndpointHealth): ResponseData<'WebhookEndpoint'>['health'] {
  const { lastSuccessAt = null, lastFailureAt = null, failingSince = null, lastError = null } = health;
  return { status: healthStatus(health), lastSuccessAt, lastFailureAt, failingSince, lastError };
}

/** The bus, and what its policy has to allow: our account, and the source of the partner's events. */
function eventBusFields(endpoint: WebhookSettingsItem | WebhookEndpointItem) {
  const eventBusArn = endpoint.entity === 'WEBHOOK' ? undefined : endpoint.eventBusArn;
  if (eventBusArn === undefined) return { eventBusArn: null, eventSource: null, eventAccountId: null };
  return { eventBusArn, eventSource: eventSource(endpoint.partnerId), eventAccountId: required('ACCOUNT_ID') };
}

function commonFields(item: WebhookSettingsItem | WebhookEndpointItem, nowMs: number) {
  const { id, url, eventTypes, secrets, secretRotatedAt, createdAt, updatedAt } = item;
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
