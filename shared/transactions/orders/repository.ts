import * as z from 'zod/mini';
import { maybe } from '#shared/dynamodb/attributes';
import { type DueStep, readStep, type StepReference, stepAttributes } from '#shared/dynamodb/due-steps';
import { ORDER_PREFIX, orderKey, type RecordKey, transactionKey, waitingOrderKey } from '#shared/dynamodb/keys';
import { findWorkKeys, workEntry } from '#shared/dynamodb/look-ups';
import { readPartition, readRecord, readRecords } from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { deleteItem, putIfAbsent, putIfVersion, putItem } from '#shared/dynamodb/writes';
import { isOrderName, type Order, type OrderName, waitReasons } from '#shared/transactions/domain/order';
import type { Transaction } from '#shared/transactions/domain/transaction';

const orderItem = z.object({
  transactionId: z.string(),
  partnerId: z.string(),
  name: z.custom<OrderName>((name) => typeof name === 'string' && isOrderName(name)),
  refused: z.number(),
  reference: maybe(z.string()),
  calls: z.number(),
  sinceMs: z.number(),
  waits: maybe(z.object({ reason: z.enum(waitReasons), sinceMs: z.number() })),
  version: z.number(),
});

/** Decodes a stored order. */
export const decodeOrder = (raw: unknown): Order => orderItem.parse(raw);

/** Reads the order that a queue message refers to, and the time of its next step. Returns `undefined` if no step remains. */
export function findOrderStep(message: StepReference) {
  return readStep(message, decodeOrder);
}

/** Reads an order of a transaction. */
export function findOrder(transactionId: string, name: OrderName): Promise<Order | undefined> {
  return readRecord(orderKey(transactionId, name), decodeOrder);
}

/** Returns the write that creates an order. @param step the first step of the order */
export function orderCreationWrite(
  { id: transactionId, partnerId, updatedAtMs }: Transaction,
  name: OrderName,
  step: DueStep,
) {
  const order = { transactionId, partnerId, name, refused: 0, calls: 0, sinceMs: updatedAtMs, version: 1 };
  return putIfAbsent(encodeOrder({ ...order, reference: undefined, waits: undefined }, step));
}

/**
 * Returns the writes that replace an order. The writes fail if another worker has changed the order since the read.
 * @param step the next step; `undefined` closes the order
 */
export function orderReplacementWrites(before: Order, after: Order, step: DueStep | undefined): PendingWrite[] {
  const next = { ...after, version: before.version + 1, waits: step && after.waits };
  return [putIfVersion(before.version, encodeOrder(next, step)), ...waitingWrites(before, next)];
}

function encodeOrder(order: Order, step: DueStep | undefined) {
  const key = orderKey(order.transactionId, order.name);
  return { ...key, entity: 'ORDER', ...order, ...stepAttributes(order.transactionId, step) };
}

/** Reads the orders of a transaction for its conversion and refunds. `findPayout` reads the payout. */
export async function findOrders(transactionId: string): Promise<Order[]> {
  return (await readPartition(transactionKey(transactionId).PK, ORDER_PREFIX)).map(decodeOrder);
}

/** Returns the writes that add an order to the list of orders pending manual review, or remove the order from this list. */
function waitingWrites({ waits: before }: Order, { transactionId, partnerId, name, waits }: Order): PendingWrite[] {
  const key = waitingOrderKey(transactionId, name);
  if (waits === undefined) return before === undefined ? [] : [deleteItem(key)];
  if (before !== undefined) return [];
  return [
    putItem({
      ...key,
      entity: 'WAITING_ORDER',
      transactionId,
      partnerId,
      ...workEntry('WAITING_ORDERS', waits.sinceMs),
    }),
  ];
}

/** Reads waiting orders of all partners, longest wait first. The index is eventually consistent: new orders may be missing. */
export async function findWaitingOrders(limit: number): Promise<Order[]> {
  const found = await readRecords((await findWorkKeys('WAITING_ORDERS', limit)).map(toOrderKey), decodeOrder);
  return found
    .filter(({ waits }) => waits !== undefined)
    .toSorted((one, other) => (one.waits?.sinceMs ?? 0) - (other.waits?.sinceMs ?? 0));
}

function toOrderKey({ PK, SK }: RecordKey): RecordKey {
  return { PK, SK: SK.replace('WAITING_', '') };
}
