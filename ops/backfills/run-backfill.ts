/**
 * Runs a backfill over the whole table, in segments (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Scan.html).
 * Functions never scan; an operator's command that is about every item does.
 */
import { ConditionalCheckFailedException, DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { absent, allOf, type Condition, equals, itemExists } from '#shared/dynamodb/expressions';
import { documentClient, readItem, type StoredRecord, tableName } from '#shared/dynamodb/table';
import { updateInput } from '#shared/dynamodb/writes';
import { type Backfill, changedNames, planReshaping, type Reshaping } from './backfill';
import { notePage, openPass, type Pass, type Position, readSegment } from './progress';
import type { UnitRate } from './unit-rate';

/** Items of a page: few enough that the next run repeats little of one that was ended. */
const PAGE = 250;
/** Tries to write an item that others write, or whose outbox is open, before it is left. */
const MAX_ATTEMPTS = 6;
/** An outbox is open for a moment: until the delivery or the step takes its item. */
const OPEN_OUTBOX_MS = 1000;
const SAMPLES = 5;
/** An eventually consistent read of 8 KB is one unit. */
const BYTES_PER_UNIT = 8192;

export interface BackfillRun {
  readonly name: string;
  readonly backfill: Backfill;
  readonly rate: UnitRate;
  /** Parts of the table that are read side by side; a pass that was begun keeps its number. */
  readonly segments: number;
  /** Counts and shows samples; writes nothing, progress neither. */
  readonly dryRun: boolean;
}

export interface BackfillResult {
  /** Items that were read, those of other entities included. */
  readonly scanned: number;
  /** Items in their old form. */
  readonly found: number;
  readonly changed: number;
  /** Items in their old form that could not be written: their outbox stayed open, or others wrote them each time. */
  readonly left: number;
  /** Capacity units consumed, by reading and writing. */
  readonly units: number;
  readonly throttled: number;
  /** Keys of a few items in their old form: ids and digests, nothing of a person. */
  readonly samples: readonly Position[];
}

/** Read units of one pass, by the table's size in the last six hours; `undefined` where that is not known. */
export async function estimateUnits(): Promise<number | undefined> {
  const { Table } = await documentClient().send(new DescribeTableCommand({ TableName: tableName() }));
  return Table?.TableSizeBytes ? Math.ceil(Table.TableSizeBytes / BYTES_PER_UNIT) : undefined;
}

/**
 * Runs a backfill, from where an earlier run was ended.
 * @throws whatever a call throws, once all segments have ended their page; the next run goes on there
 */
export async function runBackfill(run: BackfillRun): Promise<BackfillResult> {
  const pass = run.dryRun ? undefined : await openPass(run.name, run.segments, run.rate.pace.now());
  const worker = new BackfillWorker(run, pass);
  const segments = Array.from({ length: pass?.segments ?? run.segments }, (_, segment) => segment);
  const ends = await Promise.allSettled(segments.map((segment) => worker.runSegment(segment, segments.length)));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return worker.result();
}

const lastKey = z.object({ PK: z.string(), SK: z.string() });

class BackfillWorker {
  readonly #counts = { scanned: 0, found: 0, changed: 0, left: 0, units: 0 };
  readonly #samples: Position[] = [];
  #failed = false;

  constructor(
    private readonly run: BackfillRun,
    /** None of a dry run. */
    private readonly pass: Pass | undefined,
  ) {}

  result(): BackfillResult {
    return { ...this.#counts, throttled: this.run.rate.throttled, samples: this.#samples };
  }

  async runSegment(segment: number, segments: number): Promise<void> {
    try {
      let after: Position | undefined;
      do after = await this.#runPage(segment, segments, after);
      while (after !== undefined && !this.#failed);
    } catch (error) {
      this.#failed = true;
      throw error;
    }
  }

  /** Reads and writes the next page. @returns what it was read to; `undefined` at the end of the segment */
  async #runPage(segment: number, segments: number, from: Position | undefined): Promise<Position | undefined> {
    const { name, rate } = this.run;
    const before = this.pass && (await readSegment(name, this.pass, segment));
    if (before?.done) return undefined;
    const {
      Items = [],
      ScannedCount: scanned = 0,
      LastEvaluatedKey,
    } = await this.#call(() =>
      documentClient().send(
        new ScanCommand({
          TableName: tableName(),
          Segment: segment,
          TotalSegments: segments,
          Limit: PAGE,
          ExclusiveStartKey: before?.after ?? from,
          FilterExpression: '#entity = :entity',
          ExpressionAttributeNames: { '#entity': 'entity' },
          ExpressionAttributeValues: { ':entity': this.run.backfill.entity },
          ReturnConsumedCapacity: 'TOTAL',
        }),
      ),
    );
    const page = { scanned, changed: 0, left: 0 };
    for (const item of Items) {
      const outcome = await this.#bringOver(item);
      if (outcome !== 'current') page[outcome] += 1;
    }
    const after = LastEvaluatedKey === undefined ? undefined : lastKey.parse(LastEvaluatedKey);
    this.#counts.scanned += scanned;
    this.#counts.changed += page.changed;
    this.#counts.left += page.left;
    if (this.pass !== undefined && before !== undefined)
      await notePage(name, { ...page, pass: this.pass, before, after, atMs: rate.pace.now() });
    return after;
  }

  /** Brings an item into its new form. What others write in the same time wins, and is looked at again. */
  async #bringOver(scanned: StoredRecord): Promise<'changed' | 'left' | 'current'> {
    const { backfill, dryRun, rate } = this.run;
    const key = lastKey.parse(scanned);
    let item: StoredRecord | undefined = scanned;
    for (let attempt = 1; item !== undefined; attempt += 1) {
      const reshaping = planReshaping(backfill, item);
      if (reshaping === undefined) return 'current';
      if (attempt === 1) this.#note(key);
      if (dryRun) return 'current';
      if (item.outbox === undefined && (await this.#write(key, item, reshaping))) return 'changed';
      if (attempt === MAX_ATTEMPTS) return 'left';
      if (item.outbox !== undefined) await rate.pace.pause(OPEN_OUTBOX_MS);
      item = await readItem(key);
    }
    return 'current';
  }

  #note(key: Position): void {
    this.#counts.found += 1;
    if (this.#samples.length < SAMPLES) this.#samples.push(key);
  }

  /** @returns whether the item was as it had been read */
  async #write(key: Position, item: StoredRecord, reshaping: Reshaping): Promise<boolean> {
    const change = { ...reshaping, condition: isUnchanged(item, changedNames(reshaping)) };
    const input = { ...updateInput(key, change), ReturnConsumedCapacity: 'TOTAL' as const };
    try {
      await this.#call(() => documentClient().send(new UpdateCommand(input)));
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }

  async #call<
    Answer extends { readonly ConsumedCapacity?: { readonly CapacityUnits?: number | undefined } | undefined },
  >(call: () => Promise<Answer>): Promise<Answer> {
    return await this.run.rate.run(call, ({ ConsumedCapacity }) => {
      const units = ConsumedCapacity?.CapacityUnits ?? 1;
      this.#counts.units += units;
      return units;
    });
  }
}

/**
 * The item has the version that was read and the values that are changed, and its outbox is closed: the stream carries
 * every write of an item with an open one to the bus once more.
 */
function isUnchanged(item: StoredRecord, names: readonly string[]): Condition {
  const read = [...names, ...(item.version === undefined ? [] : ['version'])];
  const same = read.map((name) => (item[name] === undefined ? absent(name) : equals(name, item[name])));
  return allOf(itemExists, absent('outbox'), ...same);
}
