import type { RecordKey } from '#shared/dynamodb/keys';
import type { StoredRecord } from '#shared/dynamodb/table';

/** An item that the index of due items named, of any room: its room decodes it. */
export type DueItem = StoredRecord;
export type DueKey = RecordKey;

/** Fields of every due item. */
export interface DueFields {
  readonly key: DueKey;
  /** Epoch ms. */
  readonly dueAt: number;
  readonly entity: unknown;
  readonly partnerId: unknown;
  /** Time of its step, where that is not `dueAt`; epoch ms. */
  readonly stepAt: unknown;
}

/** `undefined` for an item that is not due at any time. */
export function decodeDueItem(item: DueItem): DueFields | undefined {
  const { PK, SK, dueAt, entity, partnerId, stepAt } = item;
  if (typeof PK !== 'string' || typeof SK !== 'string' || typeof dueAt !== 'number') return undefined;
  return { key: { PK, SK }, dueAt, entity, partnerId, stepAt };
}
