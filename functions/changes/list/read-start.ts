import { invalidInput } from '#shared/api/problems';
import { type FeedPosition, findFeedStart } from '#shared/changes/repository';
import { foreignCursor } from '#shared/http/cursor';

/**
 * Returns the position where the page starts: the cursor, a time, or the oldest change.
 * @throws Problem INVALID_USER_INPUT_ERROR
 */
export async function readStart(
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
