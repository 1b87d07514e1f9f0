import type { ResponseData } from '#shared/api/response-schemas';
import { type EndpointHealth, healthStatus } from '#shared/webhooks/domain/endpoint-health';
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

/** An endpoint as partners see it: without any secret. The settings are the first one. */
export function toWebhookEndpointResponse(
  endpoint: WebhookSettingsItem | WebhookEndpointItem,
  health: EndpointHealth,
  nowMs: number,
): ResponseData<'WebhookEndpoint'> {
  const { lastSuccessAt = null, lastFailureAt = null, failingSince = null, lastError = null } = health;
  return {
    ...commonFields(endpoint, nowMs),
    isDefault: endpoint.entity === 'WEBHOOK',
    health: { status: healthStatus(health), lastSuccessAt, lastFailureAt, failingSince, lastError },
  };
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
