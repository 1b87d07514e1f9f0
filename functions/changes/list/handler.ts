import { invalidInput } from '#shared/api/problems';
import { mayReadResource, readableTypes } from '#shared/changes/readable-types';
import { type FeedPosition, findFeedStart, readChanges } from '#shared/changes/repository';
import { foreignCursor } from '#shared/http/cursor';
import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';

const DEFAULT_LIMIT = 20;

/**
 * Reads the next page of the change feed, of the types that the key may read. Every page has a cursor: at the end it points
 * to the next change.
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

/** Finds the page's start: the cursor, a time, or the oldest change. @throws Problem INVALID_USER_INPUT_ERROR */
async function readStart(
  partnerId: string,
  { cursor, from }: { readonly cursor?: string | undefined; readonly from?: number | undefined },
): Promise<FeedPosition> {
  if (cursor !== undefined && from !== undefined)
    throw invalidInput([{ field: 'from', message: 'Must not be sent together with cursor' }]);
  if (cursor !== undefined) return parsePosition(cursor);
  return from === undefined ? { page: 0, index: 0 } : findFeedStart(partnerId, from);
}

function parsePosition(position: string): FeedPosition {
  const match = /^(\d{1,15}):(\d{1,4})$/.exec(position);
  if (match === null) throw foreignCursor();
  return { page: Number(match[1]), index: Number(match[2]) };
}
