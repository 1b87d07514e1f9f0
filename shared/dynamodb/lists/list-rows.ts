/**
 * Lists of a partner's items. A list is a partition of small rows next to the items, one partition per facet
 * (all of them, those of one type, of one status and type, of one user), written in the same transaction as the
 * item: a list shows every write whose response was sent, and a page costs the same however long the list is.
 * They are read by `shared/dynamodb/lists/list-pages.ts`.
 */

import { type Collection, digest, listPartition } from '#shared/dynamodb/keys';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { deleteItem, putItem } from '#shared/dynamodb/writes';

export interface ListRow {
  readonly partnerId: string;
  readonly collection: Collection;
  /** The item's id, a version 7 UUID: rows sort by the time the item was made. */
  readonly id: string;
  /** Values that filters compare and that find the item, beyond its id. */
  readonly attributes: Readonly<Record<string, string | number>>;
}

const EXTERNAL_MARK = 'EXTERNAL#';

/** Tells whether the number of rows of a list is stored. Lists by external id are short and many: each read counts them. */
export const isCountedList = (partition: string): boolean => !partition.includes(`#${EXTERNAL_MARK}`);

/** Names of the facets: the partition of a list is chosen by one of these. */
export const allFacet = 'ALL';
export const statusFacet = (status: string): string => `STATUS#${status}`;
/** For statuses that are listed alone and with a type: those of a status are its lists of all types together. */
export const statusTypeFacet = (status: string, type: string): string => `STATUS#${status}#TYPE#${type}`;
export const typeFacet = (type: string): string => `TYPE#${type}`;
export const userFacet = (userId: string): string => `USER#${userId}`;
export const receiverFacet = (receiverId: string): string => `RECEIVER#${receiverId}`;
/** Transactions with an external id of their partner. Only its digest is stored, since it may name a person. */
export const externalFacet = (externalId: string): string => `${EXTERNAL_MARK}${digest(externalId)}`;
/** A user's deleted items that are still stored: read only by an erasure of the user. */
export const formerUserFacet = (userId: string): string => `FORMER#USER#${userId}`;

/** The action that puts a row into the lists of the given facets. */
export function addToLists(row: ListRow, facets: readonly string[]): PendingWrite[] {
  return facets.map((facet) =>
    putItem({ PK: listPartition(row.partnerId, row.collection, facet), SK: row.id, ...row.attributes }),
  );
}

/** The actions that take a row out of the lists of the given facets. */
export function removeFromLists(
  row: Pick<ListRow, 'partnerId' | 'collection' | 'id'>,
  facets: readonly string[],
): PendingWrite[] {
  return facets.map((facet) => deleteItem({ PK: listPartition(row.partnerId, row.collection, facet), SK: row.id }));
}

/** The actions that move a row from one facet to another; none when they are the same. */
export function moveBetweenLists(row: ListRow, from: string, to: string): PendingWrite[] {
  if (from === to) return [];
  return [...removeFromLists(row, [from]), ...addToLists(row, [to])];
}
