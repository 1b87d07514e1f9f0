import type { WebhookSettingsItem } from '#shared/data/items/webhook-settings';
import { findWebhookSettings } from '#shared/data/webhook-settings';
import type { Caller } from '#shared/domain/partners/partner';

/** The caller's settings, which begin with the partner itself. @throws Error when the partner has none */
export async function readSettings(caller: Caller): Promise<WebhookSettingsItem> {
  const settings = await findWebhookSettings(caller.partnerId);
  if (settings === undefined) throw new Error('A partner without webhook settings');
  return settings;
}
