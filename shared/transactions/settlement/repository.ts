/** Sums of the movements of a partner's transactions in a day, and reports as they were when they became final. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import {
  applyOnce,
  isAsExpected,
  readSequence,
  type SequencedChange,
  type SumWrite,
} from '#shared/dynamodb/apply-once';
import { absent, allOf, equals, isNew } from '#shared/dynamodb/expressions';
import { JOURNAL_SHARDS, settlementKey } from '#shared/dynamodb/keys';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { documentClient, readPartition, readRecord, type StoredRecord } from '#shared/dynamodb/table';
import { conditionally, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, putItem, updateInput, updateItem } from '#shared/dynamodb/writes';
import {
  addSettlements,
  type Settlement,
  type Settlements,
  settlementColumns,
} from '#shared/transactions/domain/settlement';
import { type Currency, currencies } from '#shared/values/money/currency';

/** A partition of the journal, for one partner. */
export interface SettlementPlace {
  readonly partnerId: string;
  /** Day (UTC), `YYYY-MM-DD`. */
  readonly day: string;
  /** Partition of the day's journal. */
  readonly shard: string;
}

/**
 * Adds movements to the sums of their day, each exactly once. What comes after the day's report was final is a correction
 * of today.
 *
 * @throws WriteContention after five conflicts
 */
export function addMovements(
  place: SettlementPlace,
  movements: readonly SequencedChange<Settlements>[],
  today: string,
): Promise<void> {
  return applyOnce(movements, { add: addSettlements, apply: (write) => addToDay(place, write, today) });
}

async function addToDay(place: SettlementPlace, write: SumWrite<Settlements>, today: string) {
  const { delta, lastSeq, expected } = write;
  const key = settlementKey(place.partnerId, place.day, place.shard);
  const isOpen = allOf(isAsExpected(expected), absent('isFinal'));
  const change = { add: toColumns(delta), set: { entity: 'SETTLEMENT', seq: lastSeq }, condition: isOpen };
  const { held, item } = await conditionally(
    documentClient().send(new UpdateCommand(updateInput(key, change, 'ALL_OLD'))),
  );
  if (held) return undefined;
  return item?.isFinal === true ? addCorrection(place, write, today) : readSequence(item);
}

async function addCorrection({ partnerId, day, shard }: SettlementPlace, write: SumWrite<Settlements>, today: string) {
  const { delta, lastSeq, expected } = write;
  const key = settlementKey(partnerId, day, shard);
  const correction = { add: toColumns(delta, today), set: { seq: lastSeq }, condition: isAsExpected(expected) };
  const mark = { ...settlementKey(partnerId, today, `${CORRECTS}${day}`), entity: 'SETTLEMENT', corrects: day };
  if (await writeIfConditionsHold([updateItem(key, correction), putItem(mark)])) return undefined;
  return readRecord(key, readSequence);
}

const CORRECTS = 'CORRECTS#';
const REPORT = 'REPORT';

/** The sums of a day, and the corrections of earlier days that it has. */
export interface DaySettlement {
  readonly sums: Settlements;
  readonly corrections: readonly { readonly day: string; readonly sums: Settlements }[];
}

/** Sums up the present state of a day. Reads the sums of the day, and of the days that it corrects. */
export async function readDay(partnerId: string, day: string): Promise<DaySettlement> {
  return sumUpDay(partnerId, day, await readDayItems(partnerId, day));
}

async function sumUpDay(partnerId: string, day: string, items: readonly StoredRecord[]): Promise<DaySettlement> {
  const corrected = items.flatMap(({ corrects }) => (typeof corrects === 'string' ? [corrects] : []));
  const corrections = await Promise.all(
    corrected.map(async (earlier) => ({
      day: earlier,
      sums: sumUp(await readDayItems(partnerId, earlier), day),
    })),
  );
  return { sums: sumUp(items), corrections };
}

function readDayItems(partnerId: string, day: string): Promise<StoredRecord[]> {
  const { PK, SK } = settlementKey(partnerId, day, '');
  return readPartition(PK, SK);
}

function sumUp(items: readonly StoredRecord[], correctedOn?: string): Settlements {
  return items.map((item) => fromColumns(item, correctedOn)).reduce(addSettlements, new Map());
}

const reportItem = z.object({ text: z.string() });

/** The report of a day as it was given first, once it was final. */
export function findReport(partnerId: string, day: string): Promise<string | undefined> {
  return readRecord(settlementKey(partnerId, day, REPORT), (raw) => reportItem.parse(raw).text);
}

/**
 * Makes the report of a day final: in one write it is stored, and all that comes later becomes a correction.
 *
 * @param toText the report of the sums that are stored at that instant
 * @returns the report, also if another call has stored it
 * @throws WriteContention if movements keep coming
 */
export function finishReport(
  partnerId: string,
  day: string,
  toText: (settlement: DaySettlement) => string,
): Promise<string> {
  return retryOnConflict(async (attempt) => {
    const stored = attempt === 1 ? undefined : await findReport(partnerId, day);
    if (stored !== undefined) return stored;
    const found = await readDayItems(partnerId, day);
    const items = new Map(found.map((item) => [String(item.SK), item]));
    const text = toText(await sumUpDay(partnerId, day, found));
    const marks = Array.from({ length: JOURNAL_SHARDS }, (_, shard) => {
      const key = settlementKey(partnerId, day, String(shard));
      const seq = items.get(key.SK)?.seq;
      const condition = seq === undefined ? isNew : equals('seq', seq);
      return updateItem(key, { set: { entity: 'SETTLEMENT', isFinal: true }, condition });
    });
    const report = { ...settlementKey(partnerId, day, REPORT), entity: 'SETTLEMENT_REPORT', text };
    return (await writeIfConditionsHold([...marks, putIfAbsent(report)])) ? text : undefined;
  });
}

/** The attributes of sums: amounts in minor units by currency and column, and for corrections by their day too. */
function toColumns(settlements: Settlements, correctedOn?: string): Record<string, bigint> {
  const columns = [...settlements].flatMap(([currency, sums]) =>
    settlementColumns.map((column) => [columnName(currency, column, correctedOn), sums[column]] as const),
  );
  return Object.fromEntries(columns.filter(([, sum]) => sum !== 0n));
}

function columnName(currency: Currency, column: keyof Settlement, correctedOn?: string): string {
  const name = `${currency}_${column}`;
  return correctedOn === undefined ? name : `on${correctedOn.replaceAll('-', '')}_${name}`;
}

function fromColumns(item: StoredRecord, correctedOn?: string): Settlements {
  const read = (currency: Currency, column: keyof Settlement) =>
    toMinorUnits(item[columnName(currency, column, correctedOn)]);
  return new Map(
    currencies.flatMap((currency) => {
      const [deposits, payouts, fees, returns, count] = settlementColumns.map((column) => read(currency, column));
      const sums = { deposits, payouts, fees, returns, count } as Settlement;
      return settlementColumns.some((column) => sums[column] !== 0n) ? [[currency, sums] as const] : [];
    }),
  );
}

/** A number of the table: one that a JavaScript number cannot hold comes as a bigint. */
function toMinorUnits(stored: unknown): bigint {
  return typeof stored === 'number' || typeof stored === 'bigint' ? BigInt(stored) : 0n;
}
