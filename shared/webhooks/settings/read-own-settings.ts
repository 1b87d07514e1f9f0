import type { Caller } from '#shared/partners/domain/partner';
import type { WebhookSettingsItem } from './item';
import { findWebhookSettings } from './repository';

/** The caller's settings, which begin with the partner itself. @throws Error when the partner has none */
export async function readOwnSettings(caller: Caller): Promise<WebhookSettingsItem> {
  const settings = await findWebhookSettings(caller.partnerId);
  if (settings === undefined) throw new Error('A partner without webhook settings');
  return settings;
}
