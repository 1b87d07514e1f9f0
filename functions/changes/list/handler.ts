import { invalidInput } from '#shared/api/problems';
import { findFeedStart } from '#shared/changes/feed-start/repository';
import { type FeedPosition, readChanges } from '#shared/changes/repository';
import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';

const DEFAULT_LIMIT = 20;

/** Reads the next page of the change feed. Every page has a cursor: at the end it points to the next change. */
export const handler = partnerEndpoint(contract, async ({ caller, query, nowMs }) => {
  const from = await readStart(caller.partnerId, query);
  const { changes, next } = await readChanges(caller.partnerId, {
    from,
    types: query.types,
    limit: query.limit ?? DEFAULT_LIMIT,
    nowMs,
  });
  return {
    data: {
      data: changes.map(({ resource, ...change }) => ({ ...change, resource: JSON.parse(resource) })),
      nextCursor: encodeCursor(next),
    },
  };
});

/**
 * Finds the start of the page: at the cursor, at a time, or at the oldest change.
 * @throws Problem INVALID_USER_INPUT_ERROR
 */
async function readStart(
  partnerId: string,
  { cursor, from }: { readonly cursor?: string | undefined; readonly from?: number | undefined },
): Promise<FeedPosition> {
  if (cursor !== undefined && from !== undefined)
    throw invalidInput([{ field: 'from', message: 'Must be left out beside a cursor' }]);
  if (cursor !== undefined) return decodeCursor(cursor);
  return from === undefined ? { page: 0, index: 0 } : findFeedStart(partnerId, from);
}

function encodeCursor({ page, index }: FeedPosition): string {
  return Buffer.from(`c1:${page}:${index}`).toString('base64url');
}

function decodeCursor(cursor: string): FeedPosition {
  const match = /^c1:(\d{1,15}):(\d{1,4})$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (match === null) throw invalidInput([{ field: 'cursor', message: 'Is not a cursor of the changes' }]);
  return { page: Number(match[1]), index: Number(match[2]) };
}
