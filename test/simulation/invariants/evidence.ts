/** Data of one simulation run that the invariants check. */
import * as z from 'zod/mini';
import type { StoredRecord } from '#shared/dynamodb/table';
import type { ReceivedPost, SentPost } from '#test/simulation/partners/endpoint';
import type { Order } from '#test/simulation/partners/partner';
import type { PaidRefund } from '#test/simulation/partners/refund-provider';

export interface Evidence {
  /** All stored items. */
  readonly items: readonly StoredRecord[];
  readonly orders: readonly Order[];
  /** Responses that contradict earlier responses. */
  readonly contradictions: readonly string[];
  /** Delivery attempts to the endpoints, in order. */
  readonly sent: readonly SentPost[];
  /** Requests that the endpoints received, in order, with the secrets of their partner. */
  readonly received: readonly (ReceivedPost & { readonly secrets: readonly string[] })[];
  readonly refunds: readonly PaidRefund[];
  /** Ids of notifications that failed at some time for a reason on our side. */
  readonly givenUp: ReadonlySet<string>;
  readonly log: readonly string[];
  /** Epoch ms. */
  readonly nowMs: number;
}

/** Returns the items of an entity. */
export function ofEntity(items: readonly StoredRecord[], entity: string): StoredRecord[] {
  return items.filter((item) => item.entity === entity);
}

/** Groups items by the result of a function. */
export function groupBy<Item>(items: Iterable<Item>, toKey: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = toKey(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Sorts items by sort key. */
export function inOrder(items: readonly StoredRecord[]): StoredRecord[] {
  return items.toSorted((left, right) => (String(left.SK) < String(right.SK) ? -1 : 1));
}

export const ledgerEntry = z.object({
  account: z.string(),
  side: z.enum(['DEBIT', 'CREDIT']),
  amount: z.string(),
  currency: z.string(),
});
const timelineItem = z.object({
  PK: z.string(),
  SK: z.string(),
  from: z.string(),
  to: z.string(),
  trigger: z.string(),
  atMs: z.number(),
  entries: z.array(ledgerEntry),
});

/** An item of a transaction's timeline: one trigger with its ledger entries. */
export type Step = z.infer<typeof timelineItem>;

/** Reads the steps of each transaction, in order. @returns a lookup by transaction item */
export function readSteps(items: readonly StoredRecord[]): (transaction: StoredRecord) => readonly Step[] {
  const steps = inOrder(ofEntity(items, 'TIMELINE')).map((item) => timelineItem.parse(item));
  const byTransaction = groupBy(steps, ({ PK }) => PK);
  return ({ PK }) => byTransaction.get(String(PK)) ?? [];
}

/** Decimal places of the result of `decimalUnits`: no token has more. */
const SCALE = 18;

/**
 * Converts a decimal text to units of 10^-18, independently of the money code of the service.
 * @throws Error for any other text
 */
export function decimalUnits(text: string): bigint {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d{1,18}))?$/.exec(text) ?? [];
  if (whole === undefined) throw new Error(`${text} is no amount`);
  return BigInt(whole + fraction.padEnd(SCALE, '0'));
}
