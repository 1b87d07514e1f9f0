import * as z from 'zod/mini';
import { decodeCrossRamp, encodeCrossRamp } from '#shared/data/items/transaction';
import {
  duePartition,
  providerEventKey,
  simulationKey,
  timelineKey,
  transactionKey,
} from '#shared/data/keys';
import {
  addToLists,
  allOf,
  type ListRow,
  moveBetweenLists,
  ofType,
  ofUser,
  withStatus,
} from '#shared/data/listing';
import { readItem, readRange, tableName, type WriteAction } from '#shared/data/table';
import { moneyText } from '#shared/domain/money/money';
import type { CrossRamp, Transition } from '#shared/domain/transactions/cross-ramp';

/** A transaction by id, whoever's it is. */
export async function findTransaction(transactionId: string): Promise<CrossRamp | undefined> {
  const raw = await readItem(transactionKey(transactionId));
  return raw === undefined ? undefined : decodeCrossRamp(raw);
}

/** What filters of the listing compare beyond the facets, and what finds the rest. */
function listRowOf(transaction: CrossRamp): ListRow {
  return {
    partnerId: transaction.partnerId,
    collection: 'TX',
    id: transaction.id,
    attributes: {
      type: transaction.kind,
      userId: transaction.userId,
      sourceCurrency: transaction.sourceAmount.currency,
      targetCurrency: transaction.targetAmount.currency,
    },
  };
}

/** The actions that put a new transaction on record. Its creation is the first entry of its timeline, told by the item itself. */
export function creationWrites(transaction: CrossRamp): WriteAction[] {
  return [
    {
      Put: {
        TableName: tableName(),
        Item: encodeCrossRamp(transaction),
        ConditionExpression: 'attribute_not_exists(PK)',
      },
    },
    ...addToLists(listRowOf(transaction), [
      allOf,
      withStatus(transaction.status),
      ofType(transaction.kind),
      ofUser(transaction.userId),
    ]),
  ];
}

/**
 * The actions of a transition: the transaction at its new version, its place in the lists, and the timeline
 * entry with the ledger entries of the movement. The first fails when the transaction has moved meanwhile.
 */
export function transitionWrites(before: CrossRamp, transition: Transition, cause: string): WriteAction[] {
  const { next, edge, entries } = transition;
  return [
    {
      Put: {
        TableName: tableName(),
        Item: encodeCrossRamp(next),
        ConditionExpression: '#version = :before',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':before': before.version },
      },
    },
    ...moveBetweenLists(listRowOf(next), withStatus(before.status), withStatus(next.status)),
    {
      Put: {
        TableName: tableName(),
        Item: {
          ...timelineKey(next.id, next.version),
          entity: 'TIMELINE',
          from: edge.from,
          to: edge.to,
          atMs: next.updatedAtMs,
          cause,
          trigger: edge.on,
          entries: entries.map(({ account, side, amount }) => ({
            account,
            side,
            amount: moneyText(amount),
            currency: amount.currency,
          })),
        },
        ConditionExpression: 'attribute_not_exists(PK)',
      },
    },
  ];
}

const timelineItem = z.object({
  from: z.string(),
  to: z.string(),
  atMs: z.number(),
  cause: z.string(),
  trigger: z.string(),
});

export type TimelineEntry = z.infer<typeof timelineItem>;

/** Every transition of a transaction, oldest first. A transaction has few: its state machine has no long cycles. */
export async function readTimelineEntries(transactionId: string): Promise<TimelineEntry[]> {
  const entries: TimelineEntry[] = [];
  let after: string | undefined;
  do {
    const part = await readRange({
      partition: transactionKey(transactionId).PK,
      prefix: 'EVENT#',
      ...(after === undefined ? {} : { after }),
    });
    entries.push(...part.items.map((item) => timelineItem.parse(item)));
    after = part.next;
  } while (after !== undefined);
  return entries;
}

/** What became of a provider event, kept with its id so that a repeated one is known. */
export type EventOutcome = 'APPLIED' | 'REFUSED';

export interface ProviderEventRecord {
  readonly transactionId: string;
  readonly provider: string;
  readonly eventId: string;
  readonly trigger: string;
  readonly outcome: EventOutcome;
  /** Status in which the event found the transaction. */
  readonly status: string;
  readonly atMs: number;
}

/** The action that records a provider event; it fails when the event was recorded before. */
export function recordProviderEvent(record: ProviderEventRecord): WriteAction {
  const { transactionId, provider, eventId, ...rest } = record;
  return {
    Put: {
      TableName: tableName(),
      Item: {
        ...providerEventKey(transactionId, provider, eventId),
        entity: 'PROVIDER_EVENT',
        eventId,
        ...rest,
      },
      ConditionExpression: 'attribute_not_exists(PK)',
    },
  };
}

/** Where the sandbox simulation of a transaction stands. */
export interface Simulation {
  readonly transactionId: string;
  readonly partnerId: string;
  /** The sandbox amount that drives it. */
  readonly amount: string;
  /** Steps done so far. */
  readonly done: number;
  /** Epoch ms of the next step; `undefined` when there is none left. */
  readonly dueAtMs: number | undefined;
}

function encodeSimulation(simulation: Simulation) {
  const { dueAtMs, ...rest } = simulation;
  return {
    ...simulationKey(simulation.transactionId),
    entity: 'SIM',
    ...rest,
    // `stepAt` is the step's own time; the sweep moves `dueAt` on each time it sends the step again.
    ...(dueAtMs === undefined
      ? {}
      : { outbox: 'OPEN', duePk: duePartition(simulation.transactionId), stepAt: dueAtMs, dueAt: dueAtMs }),
  };
}

/** The action that starts a simulation beside a new transaction. */
export function startSimulation(simulation: Simulation): WriteAction {
  return {
    Put: {
      TableName: tableName(),
      Item: encodeSimulation(simulation),
      ConditionExpression: 'attribute_not_exists(PK)',
    },
  };
}

/** The action that takes a simulation to its next step; it fails when another run has done so. */
export function advanceSimulation(before: Simulation, after: Simulation): WriteAction {
  return {
    Put: {
      TableName: tableName(),
      Item: encodeSimulation(after),
      ConditionExpression: 'done = :before',
      ExpressionAttributeValues: { ':before': before.done },
    },
  };
}

export async function findSimulation(transactionId: string): Promise<Simulation | undefined> {
  const raw = await readItem(simulationKey(transactionId));
  if (
    raw === undefined ||
    typeof raw.amount !== 'string' ||
    typeof raw.done !== 'number' ||
    typeof raw.partnerId !== 'string'
  )
    return undefined;
  const dueAtMs = typeof raw.stepAt === 'number' ? raw.stepAt : undefined;
  return { transactionId, partnerId: raw.partnerId, amount: raw.amount, done: raw.done, dueAtMs };
}
