/** Erasing a person from the pages of a partner's change feed, which are otherwise never changed. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { feedPageKey, feedPartition, type RecordKey } from '#shared/dynamodb/keys';
import { documentClient, readRange, tableName } from '#shared/dynamodb/table';
import { ERASED } from '#shared/users/domain/erasure';

const feedPage = z.object({
  PK: z.string(),
  SK: z.string(),
  changes: z.array(z.looseObject({ type: z.string(), id: z.string(), resource: z.string() })),
});
type FeedPage = z.infer<typeof feedPage>;

/** Replaces the resource in the changes of an erased person. */
const ERASED_RESOURCE = JSON.stringify({ state: ERASED });

/** What identifies a user in the feed. */
export interface FeedTrace {
  readonly partnerId: string;
  readonly userId: string;
  /** Of notifications: their payloads name the user by the partner's own id. */
  readonly notificationIds: ReadonlySet<string>;
}

/** Pages with changes of a user. Reads the whole feed of its partner, which goes back 35 days. */
export async function* findPages(trace: FeedTrace): AsyncGenerator<FeedPage> {
  let after: string | undefined;
  do {
    const part = await readRange({
      partition: feedPartition(trace.partnerId),
      prefix: PAGE_PREFIX,
      ...(after === undefined ? {} : { after }),
    });
    for (const item of part.items) {
      const read = feedPage.parse(item);
      if (read.changes.some((change) => mentionsUser(change, trace))) yield read;
    }
    after = part.next;
  } while (after !== undefined);
}

const PAGE_PREFIX = feedPageKey('', 0).SK.slice(0, 'PAGE#'.length);

type Change = FeedPage['changes'][number];

/** Every resource of a user but a notification has the user's id in it. */
function mentionsUser(change: Change, { userId, notificationIds }: FeedTrace): boolean {
  const isOfUser = notificationIds.has(change.id) || change.resource.includes(userId);
  return isOfUser && change.resource !== ERASED_RESOURCE && !isErased(change);
}

/** Erased transactions and notifications appear in the feed as their newest version. */
const ERASED_MARKS: Readonly<Record<string, readonly string[]>> = {
  TRANSACTION: [`"accountIdentifier":"${ERASED}"`, `"destinationWalletAddress":"${ERASED}"`],
  NOTIFICATION: [`"firstName":"${ERASED}","lastName":"${ERASED}"`],
};

function isErased({ type, resource }: Change): boolean {
  return ERASED_MARKS[type]?.some((mark) => resource.includes(mark)) ?? false;
}

/** Replaces the user's changes on a page by the mark. Cursors count changes, so none is removed. */
export async function erasePage({ PK, SK, changes }: FeedPage, trace: FeedTrace): Promise<void> {
  const key: RecordKey = { PK, SK };
  const erased = changes.map((change) =>
    mentionsUser(change, trace) ? { ...change, resource: ERASED_RESOURCE } : change,
  );
  await documentClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { ...key },
      UpdateExpression: 'SET #changes = :changes',
      // Only where it has not expired in between.
      ConditionExpression: 'attribute_exists(PK)',
      ExpressionAttributeNames: { '#changes': 'changes' },
      ExpressionAttributeValues: { ':changes': erased },
    }),
  );
}
