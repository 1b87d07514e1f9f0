import type { ResponseData } from '#shared/api/response-schemas';
import { isEventName } from '#shared/webhooks/domain/events';
import { activeSecrets } from '#shared/webhooks/domain/signing-secrets';
import type { WebhookSettingsItem } from './item';

/** Settings as partners see them: without any secret. */
export function toWebhookSettingsResponse(
  settings: WebhookSettingsItem,
  nowMs: number,
): ResponseData<'WebhookSettings'> {
  const { id, partnerId, url, eventTypes, secrets, secretRotatedAt, createdAt, updatedAt } = settings;
  return {
    id,
    partnerId,
    url,
    eventTypes: eventTypes?.filter(isEventName) ?? null,
    secretRotatedAt: secretRotatedAt ?? null,
    previousSecretsExpireAt: activeSecrets(secrets, nowMs).flatMap(({ expiresAt }) => expiresAt ?? []),
    createdAt,
    updatedAt,
  };
}
