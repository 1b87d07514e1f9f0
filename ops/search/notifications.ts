/** Finds a notification of any partner, and what an operator may see of its body. */
import { attempt } from '#ops/errors';
import { listPartition } from '#shared/dynamodb/keys';
import { allFacet } from '#shared/dynamodb/lists/list-rows';
import { readRecords } from '#shared/dynamodb/table';
import { listPartners } from '#shared/partners/repository';
import { normalizeId } from '#shared/values/ids';
import type { NotificationItem } from '#shared/webhooks/item';
import { findListedNotifications } from '#shared/webhooks/listing/repository';

/** Keys of one batch read (service limit). */
const MAX_BATCH_READ = 100;

/** The notification of any partner with an id. Costs a read unit a partner, however many notifications there are. */
export async function findNotificationOfAny(notificationId: string): Promise<NotificationItem | undefined> {
  const id = normalizeId(notificationId);
  if (id === undefined) return undefined;
  const keys = (await listPartners()).map((partner) => ({ PK: listPartition(partner.id, 'NTF', allFacet), SK: id }));
  for (let from = 0; from < keys.length; from += MAX_BATCH_READ) {
    const rows = await readRecords(keys.slice(from, from + MAX_BATCH_READ), (raw) => raw);
    const [found] = await findListedNotifications(rows);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Members of bodies that hold nothing of a person. Any other one is hidden, also one that a later event adds. */
const SHOWN: readonly string[] = [
  ...['environment', 'type', 'event', 'id', 'userId', 'sequence', 'occurredAt', 'transactionId', 'status', 'rails'],
  ...['sourceCurrency', 'targetCurrency', 'sourceAmount', 'targetAmount', 'fiatCurrency', 'fiatAmount', 'tokenSymbol'],
  ...['cryptoAmount', 'rate', 'blockchain', 'receiptPath', 'amount', 'currency', 'reason', 'message', 'actor'],
  ...['requestedFields', 'deadline', 'kycId', 'rejectionReasons', 'associatedPersonId', 'signatureId'],
];

/** A body as an operator sees it: names and the partner's own identifiers are hidden. */
export function shownBody(body: string): Readonly<Record<string, unknown>> {
  const members = Object.entries(Object(attempt((): unknown => JSON.parse(body))));
  return Object.fromEntries(members.map(([name, value]) => [name, SHOWN.includes(name) ? value : '(hidden)']));
}
