/** Erasing a person from the pages of a partner's change feed, which are otherwise never changed. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { feedPageKey, feedPartition, type Key } from '#shared/data/keys';
import { documents, readRange, tableName } from '#shared/data/table';
import { ERASED } from '#shared/domain/users/erasure';

const page = z.object({
  PK: z.string(),
  SK: z.string(),
  changes: z.array(z.looseObject({ type: z.string(), id: z.string(), resource: z.string() })),
});
type Page = z.infer<typeof page>;

/** Stands for what a change told of an erased person. */
const MARK = JSON.stringify({ state: ERASED });

/** What leads to a user in the feed. */
export interface FeedTrace {
  readonly partnerId: string;
  readonly userId: string;
  /** Of notifications: their payloads name the user by the partner's own id. */
  readonly notificationIds: ReadonlySet<string>;
}

/** Pages that tell of a user. Reads the whole feed of its partner, which goes back 35 days. */
export async function* pagesOf(trace: FeedTrace): AsyncGenerator<Page> {
  let after: string | undefined;
  do {
    const part = await readRange({
      partition: feedPartition(trace.partnerId),
      prefix: PAGES,
      ...(after === undefined ? {} : { after }),
    });
    for (const item of part.items) {
      const read = page.parse(item);
      if (read.changes.some((change) => tells(change, trace))) yield read;
    }
    after = part.next;
  } while (after !== undefined);
}

const PAGES = feedPageKey('', 0).SK.slice(0, 'PAGE#'.length);

type Change = Page['changes'][number];

/** Every resource of a user but a notification has the user's id in it. */
function tells(change: Change, { userId, notificationIds }: FeedTrace): boolean {
  const isOfUser = notificationIds.has(change.id) || change.resource.includes(userId);
  return isOfUser && change.resource !== MARK && !isMarked(change);
}

/** What an erasure leaves of a transaction and of a notification comes into the feed as their newest version. */
const MARKED: Readonly<Record<string, readonly string[]>> = {
  TRANSACTION: [`"accountIdentifier":"${ERASED}"`, `"destinationWalletAddress":"${ERASED}"`],
  NOTIFICATION: [`"firstName":"${ERASED}","lastName":"${ERASED}"`],
};

function isMarked({ type, resource }: Change): boolean {
  return MARKED[type]?.some((mark) => resource.includes(mark)) ?? false;
}

/** Puts the mark in place of what a page tells of the user. Cursors count changes: none is taken out. */
export async function erasePage({ PK, SK, changes }: Page, trace: FeedTrace): Promise<void> {
  const key: Key = { PK, SK };
  const marked = changes.map((change) => (tells(change, trace) ? { ...change, resource: MARK } : change));
  await documents().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { ...key },
      UpdateExpression: 'SET #changes = :changes',
      // Not again where it ended by itself meanwhile.
      ConditionExpression: 'attribute_exists(PK)',
      ExpressionAttributeNames: { '#changes': 'changes' },
      ExpressionAttributeValues: { ':changes': marked },
    }),
  );
}
