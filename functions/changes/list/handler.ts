import { mayReadResource, readableTypes } from '#shared/changes/readable-types';
import { readChanges } from '#shared/changes/repository';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { contract } from './contract';
import { readStart } from './read-start';

const DEFAULT_LIMIT = 20;

/**
 * Reads the next page of the change feed, with the types that the key may read. Every page contains a cursor; the cursor of the
 * last page returns later changes.
 */
export const handler = partnerEndpoint(contract, async ({ caller, query, nowMs }) => {
  const types = readableTypes(caller, query.types);
  const from = await readStart(caller.partnerId, query);
  const { changes, next } = await readChanges(caller.partnerId, {
    from,
    types,
    limit: query.limit ?? DEFAULT_LIMIT,
    nowMs,
  });
  return {
    data: {
      data: changes
        .map(({ resource, ...change }) => ({ ...change, resource: JSON.parse(resource) }))
        .filter(({ type, resource }) => mayReadResource(caller, type, resource)),
      nextCursor: `${next.page}:${next.index}`,
    },
  };
});
