/** Entries by which operators find what a release before them stored (docs/adr/050). Whatever is due keeps its own entry. */
import * as z from 'zod/mini';
import { failedEntry, type LookUpEntry, lookUpEntry } from '#shared/dynamodb/look-ups';
import type { StoredRecord } from '#shared/dynamodb/table';
import type { Backfill } from './backfill';

const failed = z.object({ id: z.string(), createdAt: z.string(), status: z.literal('FAILED') });
const transferred = z.object({ transactionHash: z.string(), createdAtMs: z.number() });
const account = z.object({ details: z.object({ accountIdentifier: z.string() }), createdAtMs: z.number() });

const toFailedEntry = (item: StoredRecord): LookUpEntry | undefined => {
  const { data } = failed.safeParse(item);
  return data && failedEntry(data.id, data.createdAt);
};

/** Notifications that have FAILED at the first endpoint. */
export const failedNotifications = addingEntries(
  'NTF',
  'Let operators find notifications that have FAILED',
  toFailedEntry,
);

/** Deliveries to other endpoints that have FAILED. */
export const failedDeliveries = addingEntries(
  'DELIVERY',
  'Let operators find deliveries to other than the first endpoint that have FAILED',
  toFailedEntry,
);

/** Transactions whose tokens have moved. */
export const chainHashes = addingEntries('TX', 'Let operators find transactions by their hash on a chain', (item) => {
  const { data } = transferred.safeParse(item);
  return data && lookUpEntry('HASH', data.transactionHash, data.createdAtMs);
});

/** Saved bank accounts. */
export const accountNumbers = addingEntries('BANK', 'Let operators find bank accounts by their number', (item) => {
  const { data } = account.safeParse(item);
  return data && lookUpEntry('ACCOUNT', data.details.accountIdentifier, data.createdAtMs);
});

function addingEntries(
  entity: string,
  about: string,
  toEntry: (item: StoredRecord) => LookUpEntry | undefined,
): Backfill {
  return {
    about,
    entity,
    reshape(item) {
      const entry = item.duePk === undefined ? toEntry(item) : undefined;
      return entry && { set: { ...entry } };
    },
  };
}
