/** A transaction as it arrived from the Region that wrote it. */
import type { Finding, FindingKind, Repair } from '#ops/region/finding';
import type { StoredRecord } from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import type { Transaction } from '#shared/transactions/domain/transaction';
import type { TimelineEntry } from '#shared/transactions/repository';

/** A step of the timeline with its version. */
export interface Step extends TimelineEntry {
  readonly version: number;
}

/** The partition of a transaction, as it arrived. */
export interface Arrived {
  readonly transaction: Transaction;
  /** Steps up to the version of the transaction, in order; with the one that was rebuilt. */
  readonly steps: readonly Step[];
  readonly items: readonly StoredRecord[];
  /** Makes a repair, on the condition that the transaction is as it was read. */
  readonly repair: (
    kind: FindingKind,
    what: Pick<Finding, 'entity' | 'about'>,
    writes?: readonly PendingWrite[],
  ) => Repair;
  readonly atMs: number;
}

/** Records of events that were applied and that no step names. */
export function recordsWithoutStep({ items, steps }: Pick<Arrived, 'items' | 'steps'>): StoredRecord[] {
  const causes = new Set(steps.map(({ cause }) => cause));
  return items.filter(
    (item) => item.entity === 'PROVIDER_EVENT' && item.outcome === 'APPLIED' && !causes.has(causeOf(item)),
  );
}

/** The cause by which a step names the event of a record. */
export function causeOf({ SK }: StoredRecord): string {
  return String(SK).slice('PROVIDER#'.length).replace('#', ':');
}
