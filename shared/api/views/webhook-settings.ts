import type { Shape } from '#shared/api/shapes';
import type { WebhookSettingsItem } from '#shared/data/items/webhook-settings';
import { isEventName } from '#shared/domain/notifications/events';
import { liveSecrets } from '#shared/domain/webhooks/signing-secrets';

/** Settings as partners see them: without any secret. */
export function settingsView(settings: WebhookSettingsItem, nowMs: number): Shape<'WebhookSettings'> {
  const { id, partnerId, url, eventTypes, secrets, secretRotatedAt, createdAt, updatedAt } = settings;
  return {
    id,
    partnerId,
    url,
    eventTypes: eventTypes?.filter(isEventName) ?? null,
    secretRotatedAt: secretRotatedAt ?? null,
    previousSecretsExpireAt: liveSecrets(secrets, nowMs).flatMap(({ expiresAt }) => expiresAt ?? []),
    createdAt,
    updatedAt,
  };
}
