import type { Shape } from '#shared/api/shapes';
import type { WebhookSettingsItem } from '#shared/data/items/webhook-settings';

/** Settings as partners see them: without any secret. */
export function settingsView({
  id,
  partnerId,
  url,
  createdAt,
  updatedAt,
}: WebhookSettingsItem): Shape<'WebhookSettings'> {
  return { id, partnerId, url, createdAt, updatedAt };
}
