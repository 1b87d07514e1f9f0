import { invalidInput } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import type { Operation } from '#shared/http/partner-endpoint';
import { newId } from '#shared/values/ids';
import { readOwnSettings } from '#shared/webhooks/settings/read-own-settings';
import { saveWebhookSettings } from '#shared/webhooks/settings/repository';
import { toWebhookSettingsResponse } from '#shared/webhooks/settings/response';
import { sealSecret } from '#shared/webhooks/settings/secret-encryption';
import { newWebhookSecret } from '#shared/webhooks/signature';
import { targetUrlViolation } from '#shared/webhooks/target-url';
import type { contract } from './contract';

/**
 * Sets or clears the webhook URL and the choice of events, both as a whole: the last call wins. The first URL makes
 * the first signing secret, shown in this answer only.
 */
export const updateSettings: Operation<typeof contract> = async ({ caller, body, nowMs }) => {
  const { url } = body;
  const violation = url === null ? undefined : targetUrlViolation(url);
  if (violation !== undefined) throw invalidInput([{ field: 'url', message: violation }]);
  return retryOnConflict(async () => {
    const { eventTypes: _, ...before } = await readOwnSettings(caller);
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
    return { data: { ...toWebhookSettingsResponse(saved, nowMs), ...(secret === undefined ? {} : { secret }) } };
  });
};
