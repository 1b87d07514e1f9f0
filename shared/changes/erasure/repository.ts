/** Erasing a person from the pages of a partner's change feed, which are otherwise never changed. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { decodeChanges, encodeChanges } from '#shared/changes/item';
import { itemExists } from '#shared/dynamodb/expressions';
import { feedPageKey, feedPartition } from '#shared/dynamodb/keys';
import { documentClient, readPages } from '#shared/dynamodb/table';
import { updateInput } from '#shared/dynamodb/writes';
import { ERASED } from '#shared/users/domain/erasure';

const feedPage = z.object({
  PK: z.string(),
  SK: z.string(),
  form: z.enum(['PLAIN', 'PACKED']),
  changes: z.array(z.looseObject({ type: z.string(), id: z.string(), resource: z.string() })),
});
type FeedPage = z.infer<typeof feedPage>;

/** Replaces the resource in the changes of an erased person. */
const ERASED_RESOURCE = JSON.stringify({ state: ERASED });

/** Ids by which the feed names a user. */
export interface FeedTrace {
  readonly partnerId: string;
  readonly userId: string;
  /** Of notifications: their payloads name the user by the partner's own id. */
  readonly notificationIds: ReadonlySet<string>;
}

/** Pages with changes of a user. Reads the whole feed of its partner, which goes back 35 days. */
export async function* findPages(trace: FeedTrace): AsyncGenerator<FeedPage> {
  for await (const items of readPages({ partition: feedPartition(trace.partnerId), prefix: PAGE_PREFIX })) {
    const pages = items.map((item) => feedPage.parse({ ...item, ...decodeChanges(item) }));
    yield* pages.filter(({ changes }) => changes.some((change) => mentionsUser(change, trace)));
  }
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
export async function erasePage(page: FeedPage, trace: FeedTrace): Promise<void> {
  const changes = page.changes.map((change) =>
    mentionsUser(change, trace) ? { ...change, resource: ERASED_RESOURCE } : change,
  );
  // Only where it has not expired in between.
  const command = new UpdateCommand(
    updateInput(page, { set: encodeChanges(changes, page.form), condition: itemExists }),
  );
  await documentClient().send(command);
}
