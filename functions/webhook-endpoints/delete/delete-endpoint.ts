import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import type { Operation } from '#shared/http/partner-endpoint';
import { toIsoTime } from '#shared/values/iso-time';
import { readOwnEndpoint } from '#shared/webhooks/endpoints/read-own-endpoint';
import { removeEndpoint } from '#shared/webhooks/endpoints/repository';
import { saveWebhookSettings } from '#shared/webhooks/settings/repository';
import type { contract } from './contract';

/** Deletes an endpoint. The first one stays without a URL, as the settings cannot be deleted. */
export const deleteEndpoint: Operation<typeof contract> = ({ caller, params, nowMs }) =>
  retryOnConflict(async () => {
    const { settings, further } = await readOwnEndpoint(params.id, caller);
    const isDone =
      further === undefined
        ? (await saveWebhookSettings({ ...settings, url: null }, settings, nowMs)) !== undefined
        : await removeEndpoint(settings, further);
    return isDone ? { data: { id: (further ?? settings).id, deletedAt: toIsoTime(nowMs) } } : undefined;
  });
