import { invalidInput, Problem } from '#shared/api/problems';
import { iso } from '#shared/api/views/time';
import { settingsView } from '#shared/api/views/webhook-settings';
import { localNetworkAllowed } from '#shared/config/environment';
import type { WebhookSettingsItem } from '#shared/data/items/webhook-settings';
import { saveWebhookSettings } from '#shared/data/webhook-settings';
import { sealSecret } from '#shared/delivery/secret-box';
import { newWebhookSecret } from '#shared/delivery/signature';
import { newId } from '#shared/domain/ids';
import type { Operation } from '#shared/http/edge';
import { checkUrl } from '#shared/network/address-policy';
import { readSettings } from '#shared/operations/read-webhook-settings';
import type { contract } from './contract';

/** Sets or clears the webhook URL. The first URL makes the first signing secret, shown in this answer only. */
export const updateSettings: Operation<typeof contract> = async ({ caller, body, nowMs }) => {
  if (body.url !== null) {
    const fault = checkUrl(body.url, { localNetworkAllowed: localNetworkAllowed() });
    if (fault !== undefined) throw invalidInput([{ field: 'url', message: fault }]);
  }
  const before = await readSettings(caller);
  const secret = body.url !== null && before.secrets.length === 0 ? newWebhookSecret() : undefined;
  const sealed =
    secret === undefined ? [] : [{ id: newId(nowMs), sealed: await sealSecret(secret, caller.partnerId) }];
  const after: WebhookSettingsItem = {
    ...before,
    url: body.url,
    secrets: [...sealed, ...before.secrets],
    // Two changes within one millisecond must differ: the store compares this instant.
    updatedAt: iso(Math.max(nowMs, Date.parse(before.updatedAt) + 1)),
  };
  if (!(await saveWebhookSettings(after, before)))
    throw new Problem('CONFLICT', 'The settings were changed by another request');
  return { data: { ...settingsView(after), ...(secret === undefined ? {} : { secret }) } };
};
