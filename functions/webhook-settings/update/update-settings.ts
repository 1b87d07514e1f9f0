import { invalidInput } from '#shared/api/problems';
import { settingsView } from '#shared/api/views/webhook-settings';
import { saveWebhookSettings } from '#shared/data/webhook-settings';
import { sealSecret } from '#shared/delivery/secret-box';
import { newWebhookSecret } from '#shared/delivery/signature';
import { webhookUrlFault } from '#shared/delivery/webhook-url';
import { newId } from '#shared/domain/ids';
import type { Operation } from '#shared/http/edge';
import { readSettings } from '#shared/operations/read-webhook-settings';
import { inRounds } from '#shared/operations/rounds';
import type { contract } from './contract';

/**
 * Sets or clears the webhook URL and the choice of events, both as a whole: the last call stands. The first URL makes
 * the first signing secret, shown in this answer only.
 */
export const updateSettings: Operation<typeof contract> = async ({ caller, body, nowMs }) => {
  const { url } = body;
  const fault = url === null ? undefined : webhookUrlFault(url);
  if (fault !== undefined) throw invalidInput([{ field: 'url', message: fault }]);
  return inRounds(async () => {
    const { eventTypes: _, ...before } = await readSettings(caller);
    const secret = url !== null && before.secrets.length === 0 ? newWebhookSecret() : undefined;
    const first =
      secret === undefined ? [] : [{ id: newId(nowMs), sealed: await sealSecret(secret, caller.partnerId) }];
    const after = {
      ...before,
      url,
      ...(body.eventTypes == null ? {} : { eventTypes: [...new Set(body.eventTypes)] }),
      secrets: [...first, ...before.secrets],
    };
    const saved = await saveWebhookSettings(after, before, nowMs);
    if (saved === undefined) return undefined;
    return { data: { ...settingsView(saved, nowMs), ...(secret === undefined ? {} : { secret }) } };
  });
};
