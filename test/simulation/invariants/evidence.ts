/** Records of a run, for the invariants. */
import * as z from 'zod/mini';
import type { StoredRecord } from '#shared/dynamodb/table';
import type { ReceivedPost, SentPost } from '#test/simulation/partners/endpoint';
import type { Order } from '#test/simulation/partners/partner';
import type { PaidRefund } from '#test/simulation/partners/refund-provider';

export interface Evidence {
  /** Everything that is stored. */
  readonly items: readonly StoredRecord[];
  readonly orders: readonly Order[];
  /** Responses that contradict earlier ones. */
  readonly contradictions: readonly string[];
  /** Attempts to reach the endpoints, in order. */
  readonly sent: readonly SentPost[];
  /** Requests that the endpoints received, in order, with the secrets that their partner has. */
  readonly received: readonly (ReceivedPost & { readonly secrets: readonly string[] })[];
  /** Refunds that the provider has paid, in order. */
  readonly refunds: readonly PaidRefund[];
  /** Ids of notifications that were given up for a reason on our side at some time. */
  readonly givenUp: ReadonlySet<string>;
  /** Lines that functions wrote. */
  readonly log: readonly string[];
  /** Epoch ms. */
  readonly nowMs: number;
}

/** The items of an entity. */
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

/** Items in the order of their sort keys. */
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

/** A step of a transaction, as its timeline has it. */
export type Step = z.infer<typeof timelineItem>;

/** Steps of each transaction, in order. @returns the lookup by the transaction's item */
export function readSteps(items: readonly StoredRecord[]): (transaction: StoredRecord) => readonly Step[] {
  const steps = inOrder(ofEntity(items, 'TIMELINE')).map((item) => timelineItem.parse(item));
  const byTransaction = groupBy(steps, ({ PK }) => PK);
  return ({ PK }) => byTransaction.get(String(PK)) ?? [];
}

/** Digits after the point that are counted: as many as any token has. */
const SCALE = 18;

/**
 * A decimal text in units of 10^-18, apart from the money of the service that it checks.
 * @throws Error for any other text
 */
export function decimalUnits(text: string): bigint {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d{1,18}))?$/.exec(text) ?? [];
  if (whole === undefined) throw new Error(`${text} is no amount`);
  return BigInt(whole + fraction.padEnd(SCALE, '0'));
}
