import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { toIsoTime } from '#shared/values/iso-time';
import { removeEndpoint } from '#shared/webhooks/endpoints/repository';
import { readOwnEndpoint } from '#shared/webhooks/endpoints/response';
import { contract } from './contract';

/** Deletes an endpoint. */
export const handler = partnerEndpoint(contract, ({ caller, params, nowMs }) =>
  retryOnConflict(async () => {
    const stored = await readOwnEndpoint(params.id, caller);
    const isRemoved = await removeEndpoint(stored, nowMs);
    return isRemoved ? { data: { id: stored.endpoint.id, deletedAt: toIsoTime(nowMs) } } : undefined;
  }),
);
