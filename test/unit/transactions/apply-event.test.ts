import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { journalKey, listPartition, transactionKey, webhookSettingsKey } from '#shared/dynamodb/keys';
import { statusTypeFacet } from '#shared/dynamodb/lists/list-rows';
import { readItems, readRange, type StoredRecord } from '#shared/dynamodb/table';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';
import { apply, effectiveAt, type TransactionEvent } from '#shared/transactions/domain/apply';
import type { LedgerEntry } from '#shared/transactions/domain/ledger';
import {
  statusFacts,
  type TransactionKind,
  transactionKinds,
  transactionStatuses,
} from '#shared/transactions/domain/status-facts';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { stateMachines } from '#shared/transactions/domain/transition-table';
import { type Trigger, triggers } from '#shared/transactions/domain/triggers';
import { findTransaction, readTimelineEntries, transactionCreationWrites } from '#shared/transactions/repository';
import { applyEvent, type EventResult, type SourcedEvent } from '#shared/transactions/transitions/apply-event';
import { encodeUser } from '#shared/users/item';
import { newId } from '#shared/values/ids';
import { moneyText } from '#shared/values/money/money';
import { aTransaction } from '#test/support/builders/transactions';
import { aUser } from '#test/support/builders/users';
import { imbalance } from '#test/support/imbalance';
import { startedForTests } from '#test/support/started-for-tests';
import { startMemoryTable, startTable } from '#test/unit/delivery/table';

const HOUR_MS = 3_600_000;
/** Longer than a transaction waits for its deposit. */
const LEAP_MS = 80 * HOUR_MS;

/** Most stories run in memory, which is quicker; some on the engine, where transactions conflict as well. */
const tables = [
  { name: 'the table in memory', start: async () => startMemoryTable(), runs: 30, coverage: 10 },
  { name: 'the local engine', start: startTable, runs: 3, coverage: 0 },
];

/** An event, and how its reports arrive. */
interface Step {
  /** Number of the event, see `triggerFor`. */
  readonly choice: number;
  readonly provider: string;
  /** Time since the one before, ms. */
  readonly afterMs: number;
  /** Number of places by which each report is late. */
  readonly delays: readonly number[];
  /** True if its first report comes at once with the one before it. */
  readonly together: boolean;
}

const rarely = <T>(usual: T, rare: T) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constant(rare) });
const delay = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 4 }) });
const step: fc.Arbitrary<Step> = fc.record({
  choice: fc.noBias(fc.nat()),
  provider: fc.constantFrom('bank', 'chain'),
  afterMs: rarely(60_000, LEAP_MS),
  delays: fc.array(delay, { minLength: 1, maxLength: 3 }),
  together: fc.boolean(),
});
const story = fc.record({
  kind: fc.constantFrom(...transactionKinds),
  steps: fc.array(step, { minLength: 6, maxLength: 16, size: 'max' }),
});

/** Three of four are events that the table has for the status; few of them are final, so that stories get far. */
function triggerFor({ kind, status }: Transaction, choice: number): Trigger {
  const known = stateMachines[kind].edges
    .filter(({ from }) => from === status)
    .flatMap((edge) => (statusFacts[edge.to].end !== undefined ? [edge] : [edge, edge, edge, edge]));
  const number = Math.floor(choice / 4);
  const edge = choice % 4 === 0 ? undefined : known[number % Math.max(1, known.length)];
  return edge?.on ?? triggers[number % triggers.length] ?? 'EXPIRE';
}

/** The events of a story as they happen. Each provider counts its own: the same id of both is two events. */
function toEvents(transaction: Transaction, steps: readonly Step[]): SourcedEvent[] {
  let current = transaction;
  let atMs = transaction.createdAtMs;
  return steps.map(({ choice, provider, afterMs }, index) => {
    atMs += afterMs;
    current = effectiveAt(current, atMs);
    const trigger = triggerFor(current, choice);
    current = apply(current, { trigger, atMs })?.next ?? current;
    const eventId = `event-${steps.slice(0, index).filter((one) => one.provider === provider).length}`;
    return {
      source: provider,
      eventId,
      transactionId: transaction.id,
      trigger,
      atMs,
      reason: `REASON_${index}`,
    };
  });
}

/** The reports in the order in which they come, one or two at once. */
function toReports(events: readonly SourcedEvent[], steps: readonly Step[]): SourcedEvent[][] {
  const reports = steps.flatMap(({ delays, together }, index) =>
    delays.map((places, copy) => ({
      event: events[index],
      place: index + places,
      together: together && copy === 0,
    })),
  );
  const batches: SourcedEvent[][] = [];
  for (const { event, together } of reports.sort((one, other) => one.place - other.place)) {
    if (event === undefined) continue;
    const last = batches.at(-1);
    if (together && last?.length === 1) last.push(event);
    else batches.push([event]);
  }
  return batches;
}

/** A new transaction of a new user and partner. */
async function newTransaction(kind: TransactionKind): Promise<Transaction> {
  const base = aTransaction(kind);
  const [id, userId, partnerId] = [newId(base.createdAtMs), newId(0), newId(0)];
  const transaction = { ...base, id, userId, partnerId };
  const user = encodeUser(
    aUser({ id: userId, partnerId, firstName: 'Ana', lastName: 'García', kycStatus: 'VERIFIED' }),
  );
  const settings = { ...webhookSettingsKey(partnerId), entity: 'WEBHOOK', url: 'https://example.com' };
  await writeAtomically([...transactionCreationWrites(transaction), ...[user, settings].map((Item) => putItem(Item))]);
  return transaction;
}

const eventRecord = z.object({
  SK: z.string(),
  eventId: z.string(),
  trigger: z.enum(triggers),
  outcome: z.enum(['APPLIED', 'REFUSED']),
  status: z.string(),
  atMs: z.number(),
});

const toName = ({ source, eventId }: { source: string; eventId: string }) => `${source}:${eventId}`;

interface Outcome {
  readonly before: Transaction;
  readonly events: readonly SourcedEvent[];
  readonly results: readonly (EventResult & { readonly name: string })[];
}

/** Every state of a transaction and its ledger entries, replayed from its timeline alone. */
async function replayTimeline({
  before,
  events,
}: Outcome): Promise<{ states: Transaction[]; entries: LedgerEntry[]; journal: number[] }> {
  const known = new Map<string, TransactionEvent>(events.map((event) => [toName(event), event]));
  const states = [before];
  const entries: LedgerEntry[] = [];
  const journal: number[] = [];
  for (const { from, to, atMs, cause, trigger, entries: lines } of await readTimelineEntries(before.id)) {
    const current = states.at(-1) ?? before;
    const reported: TransactionEvent | undefined = cause.startsWith('clock:')
      ? { trigger: z.enum(triggers).parse(trigger), atMs }
      : known.get(cause);
    expect(reported, cause).toMatchObject({ trigger });
    // Reports come out of order; none is stored with an earlier time than the one before it.
    expect(atMs, cause).toBe(Math.max(reported?.atMs ?? 0, current.updatedAtMs));
    const transition = reported && apply(current, reported);
    if (transition === undefined) throw new Error(`${cause} was applied in ${current.status}`);
    expect([from, to]).toEqual([current.status, transition.next.status]);
    expect(lines).toEqual(
      transition.entries.map(({ amount, ...line }) => ({
        ...line,
        amount: moneyText(amount),
        currency: amount.currency,
      })),
    );
    states.push(transition.next);
    entries.push(...transition.entries);
    if (lines.length > 0) journal.push(transition.next.version);
  }
  return { states, entries, journal };
}

/** The items of a transaction's own partition. */
async function readPartition(transactionId: string): Promise<StoredRecord[]> {
  const { items, next } = await readRange({ partition: transactionKey(transactionId).PK });
  expect(next).toBeUndefined();
  return items;
}

const keysWith = (items: readonly StoredRecord[], prefix: string) =>
  items.map(({ SK }) => String(SK)).filter((key) => key.startsWith(prefix));
const numbered = (prefix: string, from: number, to: number) =>
  Array.from(
    { length: Math.max(0, to - from + 1) },
    (_, index) => `${prefix}${String(from + index).padStart(10, '0')}`,
  );

/** The refunds of a transaction: of what failed or came back, of a deposit that was returned with its end, and of each unexpected one. */
function refundsOf(states: readonly Transaction[]): string[] {
  const last = states.at(-1);
  const isReturned = ['NAME_VERIFICATION_FAILED', 'NOT_EXECUTED'].includes(last?.cancellationReason ?? '');
  return [
    ...(states.some(({ refundHeld }) => refundHeld !== undefined) ? ['REFUND'] : []),
    ...(isReturned ? ['RETURN'] : []),
    ...(last?.surplusDeposits ?? []).map((_, place) => `SURPLUS-${place}`),
  ];
}

async function check(outcome: Outcome): Promise<{ applied: string[]; refused: number }> {
  const { before, events, results } = outcome;
  const { states, entries, journal } = await replayTimeline(outcome);
  const last = states.at(-1) ?? before;
  const after = await findTransaction(before.id);
  expect(after).toEqual(last);
  expect(imbalance(entries)).toEqual(new Map());

  // One timeline entry a version from the second on, one notification a sequence, and nothing else but the records.
  const items = await readPartition(before.id);
  expect(keysWith(items, 'EVENT#')).toEqual(numbered('EVENT#', 2, last.version));
  expect(keysWith(items, 'NTF#')).toEqual(numbered('NTF#', 2, last.sequence));
  const records = items.filter(({ entity }) => entity === 'PROVIDER_EVENT').map((item) => eventRecord.parse(item));
  const marks = last.hold === undefined ? 0 : 1;
  expect(items.filter(({ entity }) => entity === 'HOLD')).toHaveLength(marks);
  const orders = refundsOf(states);
  expect(keysWith(items, 'ORDER#')).toEqual(orders.map((name) => `ORDER#${name}`).sort());
  expect(items).toHaveLength(1 + states.length - 1 + (last.sequence - 1) + records.length + marks + orders.length);

  // Every event is stored once; the call that stored it returned the same outcome, all others `repeated`.
  const own = records.filter(({ SK }) => !SK.startsWith('PROVIDER#clock#'));
  const distinct = [...new Set(events.map(toName))];
  expect(own.map(({ SK }) => SK.replace('PROVIDER#', '').replace('#', ':')).sort()).toEqual(distinct.sort());
  for (const record of own) {
    const name = record.SK.replace('PROVIDER#', '').replace('#', ':');
    const outcomes = results
      .filter((one) => one.name === name && one.outcome !== 'repeated')
      .map(({ outcome }) => outcome);
    expect(outcomes, name).toEqual([record.outcome.toLowerCase()]);
  }

  // The applied events are the timeline; each refused one had no transition in the status that was read.
  const causes = (await readTimelineEntries(before.id)).map(({ cause }) => cause);
  const applied = records.filter((one) => one.outcome === 'APPLIED');
  expect(applied.map(({ SK }) => SK.replace('PROVIDER#', '').replace('#', ':')).sort()).toEqual([...causes].sort());
  const refused = records.filter((one) => one.outcome === 'REFUSED');
  for (const { status, trigger, atMs } of refused) {
    const found = states.filter((state) => state.status === status);
    expect(
      found.some((state) => apply(state, { trigger, atMs }) === undefined),
      trigger,
    ).toBe(true);
  }

  // One row in the lists by status, at its own status, and one journal row of each posting.
  const { id, partnerId, kind } = before;
  const places = transactionStatuses.map((status) => ({
    PK: listPartition(partnerId, 'TX', statusTypeFacet(status, kind)),
    SK: id,
  }));
  const rows = await readItems(places);
  expect(transactionStatuses.filter((_, index) => rows[index] !== undefined)).toEqual([last.status]);
  const days = journal.map((version) => {
    const state = states.find((one) => one.version === version) ?? before;
    return journalKey(id, version, new Date(state.updatedAtMs).toISOString().slice(0, 10));
  });
  if (days.length > 0) expect(await readItems(days)).not.toContain(undefined);
  return { applied: causes, refused: refused.length };
}

async function run(before: Transaction, batches: readonly SourcedEvent[][]): Promise<Outcome> {
  const results: Outcome['results'][number][] = [];
  for (const batch of batches) {
    const answers = batch.map(async (event) => ({
      name: toName(event),
      ...(await applyEvent(event)),
    }));
    results.push(...(await Promise.all(answers)));
  }
  return { before, events: batches.flat(), results };
}

describe.each(tables)('on $name, a report', ({ start, runs, coverage }) => {
  startedForTests<{ stop(): Promise<void> }>(start);
  beforeAll(() => void vi.stubEnv('STAGE', 'sandbox'));

  it('is applied once, whatever the order, the copies and the races', async () => {
    const seen = { applied: 0, refused: 0, repeated: 0, clock: 0, inPlace: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(story, { minLength: 3, maxLength: 3 }), async (stories) => {
        for (const { kind, steps } of stories) {
          const before = await newTransaction(kind);
          const batches = toReports(toEvents(before, steps), steps);
          const outcome = await run(before, batches);
          const { applied, refused } = await check(outcome);
          seen.applied += applied.length;
          seen.refused += refused;
          seen.repeated += outcome.results.filter(({ outcome }) => outcome === 'repeated').length;
          seen.clock += applied.filter((cause) => cause.startsWith('clock:')).length;
          seen.inPlace += (await readTimelineEntries(before.id)).filter(({ from, to }) => from === to).length;
        }
      }),
      { numRuns: runs, seed: 20260115, endOnFailure: true },
    );
    // The stories must have covered enough.
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(coverage);
  });

  it.each(transactionKinds)(
    'of a deposit that comes after the end of a %s is booked, and so is another one',
    async (kind) => {
      const before = await newTransaction(kind);
      const { id: transactionId, createdAtMs } = before;
      const event = (eventId: string, trigger: Trigger, afterMs: number): SourcedEvent => {
        return { source: 'bank', eventId, transactionId, trigger, atMs: createdAtMs + afterMs };
      };
      const late = event('late', 'DEPOSIT_RECEIVED', LEAP_MS);
      // The deadline has passed, but is not applied before two copies of the deposit come at once.
      const outcome = await run(before, [
        [late, late],
        [event('later', 'DEPOSIT_RECEIVED', LEAP_MS + 1), late],
      ]);
      const { applied } = await check(outcome);
      expect(applied).toEqual(['clock:deadline-1', 'bank:late', 'bank:later']);
      expect(await findTransaction(transactionId)).toMatchObject({
        status: 'EXPIRED',
        version: 4,
        sequence: 2,
      });
    },
  );
});
