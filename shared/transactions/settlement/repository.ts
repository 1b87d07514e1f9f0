/** Daily sums of the movements of a partner's transactions, and the stored text of each final settlement report. */
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

/** Identifies one partner's sums of one day, for the movements in one journal partition. */
export interface SettlementPlace {
  readonly partnerId: string;
  /** Day (UTC), `YYYY-MM-DD`. */
  readonly day: string;
  /** Journal partition (shard) that the movements come from. */
  readonly shard: string;
}

/**
 * Adds movements to the sums of their day, each exactly once. If the day's report is final, adds corrections dated `today`.
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

/** The sums of a day, and the corrections booked on this day for earlier days. */
export interface DaySettlement {
  readonly sums: Settlements;
  readonly corrections: readonly { readonly day: string; readonly sums: Settlements }[];
}

/** Returns the current sums of a day. Reads the sums of the day and of the earlier days that have corrections on this day. */
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

/** Reads the stored text of a final report; `undefined` if the report is not stored. */
export function findReport(partnerId: string, day: string): Promise<string | undefined> {
  return readRecord(settlementKey(partnerId, day, REPORT), (raw) => reportItem.parse(raw).text);
}

/**
 * Makes the report of a day final. One write stores the report and turns all later movements of the day into corrections.
 * @returns the report text, even if a concurrent call stored the report
 * @throws WriteContention if new movements cause a conflict in every attempt
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

/**
 * Converts sums to item attributes in minor units, named by currency and column. The attribute names of corrections also contain
 * the day on which the correction is booked.
 */
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

/** Converts a stored number to a bigint. DynamoDB numbers beyond the safe integer range are already read as bigint. */
function toMinorUnits(stored: unknown): bigint {
  return typeof stored === 'number' || typeof stored === 'bigint' ? BigInt(stored) : 0n;
}
