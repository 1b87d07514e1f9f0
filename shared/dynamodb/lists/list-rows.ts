/**
 * Lists of a partner's items (docs/adr/006). A list is a partition of small rows, one for each item with the same facet. The unit
 * of work that writes an item also writes its rows.
 */

import { type Collection, digest, listPartition } from '#shared/dynamodb/keys';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { deleteItem, putItem } from '#shared/dynamodb/writes';

export interface ListRow {
  readonly partnerId: string;
  readonly collection: Collection;
  /** Item id, a version 7 UUID. Rows therefore sort by the creation time of the item. */
  readonly id: string;
  /** Attributes in addition to the id: values for filters, and values that readers need to find the item. */
  readonly attributes: Readonly<Record<string, string | number>>;
}

const EXTERNAL_MARK = 'EXTERNAL#';

/**
 * Returns true if the table stores the number of rows of the list. For lists by external id, the table stores no number: these
 * lists are short and numerous, so each request counts their rows.
 */
export const isCountedList = (partition: string): boolean => !partition.includes(`#${EXTERNAL_MARK}`);

/** Facets. The facet selects the partition of a list. */
export const allFacet = 'ALL';
export const statusFacet = (status: string): string => `STATUS#${status}`;
/** Facet of a collection that callers list by status, or by status and type. A list by status merges the lists of all types. */
export const statusTypeFacet = (status: string, type: string): string => `STATUS#${status}#TYPE#${type}`;
export const typeFacet = (type: string): string => `TYPE#${type}`;
export const userFacet = (userId: string): string => `USER#${userId}`;
export const receiverFacet = (receiverId: string): string => `RECEIVER#${receiverId}`;
/** Transactions with the same external id. The facet contains only the digest, because an external id may be personal data. */
export const externalFacet = (externalId: string): string => `${EXTERNAL_MARK}${digest(externalId)}`;
/** A user's deleted items that are still stored. Only the erasure of the user reads this list. */
export const formerUserFacet = (userId: string): string => `FORMER#USER#${userId}`;

/** Returns the writes that add a row to the lists of the given facets. */
export function addToLists(row: ListRow, facets: readonly string[]): PendingWrite[] {
  return facets.map((facet) =>
    putItem({ PK: listPartition(row.partnerId, row.collection, facet), SK: row.id, ...row.attributes }),
  );
}

/** Returns the writes that remove a row from the lists of the given facets. */
export function removeFromLists(
  row: Pick<ListRow, 'partnerId' | 'collection' | 'id'>,
  facets: readonly string[],
): PendingWrite[] {
  return facets.map((facet) => deleteItem({ PK: listPartition(row.partnerId, row.collection, facet), SK: row.id }));
}

/** Returns the writes that move a row from one facet to another; empty if the two facets are equal. */
export function moveBetweenLists(row: ListRow, from: string, to: string): PendingWrite[] {
  if (from === to) return [];
  return [...removeFromLists(row, [from]), ...addToLists(row, [to])];
}
