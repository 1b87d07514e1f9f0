import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import type { Operation } from '#shared/http/partner-endpoint';
import { toIsoTime } from '#shared/values/iso-time';
import { readOwnEndpoint } from '#shared/webhooks/endpoints/read-own-endpoint';
import { removeEndpoint } from '#shared/webhooks/endpoints/repository';
import type { contract } from './contract';

/** Deletes an endpoint. */
export const deleteEndpoint: Operation<typeof contract> = ({ caller, params, nowMs }) =>
  retryOnConflict(async () => {
    const stored = await readOwnEndpoint(params.id, caller);
    const isRemoved = await removeEndpoint(stored, nowMs);
    return isRemoved ? { data: { id: stored.endpoint.id, deletedAt: toIsoTime(nowMs) } } : undefined;
  });
