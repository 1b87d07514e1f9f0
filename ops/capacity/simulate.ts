import { hash } from 'node:crypto';
import { Chance } from '#local/chance';
import type { PageForm } from '#shared/changes/item';
import { feedPartition, feedSeenKey, listCountKey, settlementKey } from '#shared/dynamodb/keys';
import { crossRampLife } from './life';
import { batchModel as model } from './stream-batches';

export interface Scenario {
  /** Cross-ramps that are created in a second, at random instants. */
  readonly creationsPerS: number;
  readonly partners: number;
  /** `zipf`: the second partner is half as large as the first, the third a third. */
  readonly sizes: 'equal' | 'zipf';
  /** Partitions of the table, which are shards of its stream. They stay as many: splits for heat are not modelled. */
  readonly partitions: number;
  readonly reader: Reader;
  /** Simulated time. */
  readonly seconds: number;
  readonly seed: number;
}

/** Settings with which `projectChanges` reads the stream. */
export interface Reader {
  readonly memoryMb: number;
  /** Records of one batch at most. */
  readonly batchSize: number;
  /** Time for which a batch is gathered after its first record; it is begun before when it is full. */
  readonly windowMs: number;
  /** Form in which it stores pages of the feed. */
  readonly feedPages: PageForm;
}

export interface Outcome {
  /** Seconds from a change to its place in the feed, of changes of the second half of the time. */
  readonly lagS: { readonly p50: number; readonly p99: number };
  /** Records that no batch has taken at the end, as seconds of what comes. */
  readonly backlogS: number;
  readonly recordsPerBatch: number;
  readonly batchMs: number;
  readonly changesPerPage: number;
  /** Pages that were tried again, since another batch had written one of the same feed, over those that were written. */
  readonly conflictsPerPage: number;
  /** Write units a second: of the table, of its busiest partition and of its busiest key. */
  readonly writes: { readonly all: number; readonly partition: number; readonly key: number };
  readonly busiestKey: string;
}

interface StreamRecord {
  readonly atMs: number;
  readonly partner: string;
  readonly key: string;
  readonly brings: 'row' | 'change' | 'movement';
}

/** Steps that come at a time, in whole ms. */
class Calendar {
  readonly #due: (() => void)[][] = [];
  nowMs = 0;

  after(ms: number, step: () => void): void {
    const atMs = this.nowMs + Math.max(1, Math.round(ms));
    this.#due[atMs] ??= [];
    this.#due[atMs].push(step);
  }

  runUntil(endMs: number): void {
    for (; this.nowMs < endMs; this.nowMs += 1) {
      for (const step of this.#due[this.nowMs] ?? []) step();
      delete this.#due[this.nowMs];
    }
  }
}

/**
 * Plays creations and what follows from them: the writes on their keys, and the readers of the stream, one batch of a
 * shard at a time, that count lists and write pages of feeds under the condition that no other batch did in between.
 */
export function simulate(scenario: Scenario): Outcome {
  return new Simulation(scenario).run();
}

class Simulation {
  readonly #calendar = new Calendar();
  readonly #chance: Chance;
  readonly #shards: StreamRecord[][];
  readonly #units = new Map<string, number>();
  /** Number of the last page of each feed. */
  readonly #pages = new Map<string, number>();
  readonly #lagsMs: number[] = [];
  readonly #batches = { count: 0, records: 0, ms: 0 };
  readonly #written = { pages: 0, changes: 0, conflicts: 0 };
  readonly #msPerCpuMs: number;

  constructor(private readonly scenario: Scenario) {
    this.#chance = new Chance(scenario.seed);
    this.#shards = Array.from({ length: scenario.partitions }, () => []);
    this.#msPerCpuMs = Math.max(1, model.wholeProcessorMb / scenario.reader.memoryMb);
  }

  run(): Outcome {
    const { creationsPerS, seconds, partitions } = this.scenario;
    const endMs = seconds * 1000;
    const { partners, sizes } = this.scenario;
    const ranks = Array.from({ length: partners }, (_, rank) => (sizes === 'zipf' ? 1 / (rank + 1) : 1));
    const all = ranks.reduce((sum, size) => sum + size);
    const pick = (): number => {
      let left = this.#chance.fraction() * all;
      return ranks.findIndex((size) => {
        left -= size;
        return left <= 0;
      });
    };
    // A Poisson process.
    const gap = () => this.#chance.exponential(1000 / creationsPerS);
    for (let atMs = gap(); atMs < endMs; atMs += gap()) this.#calendar.after(atMs, () => this.#create(pick()));
    for (const shard of this.#shards.keys())
      this.#calendar.after(this.#chance.fraction() * model.pollMs, () => this.#read(shard));
    this.#calendar.runUntil(endMs);
    return this.#outcome(endMs, partitions);
  }

  #create(rank: number): void {
    const id = { partner: `partner-${rank}`, user: `u-${this.#id()}`, transaction: this.#id() };
    for (const { afterMs, writes } of crossRampLife(id))
      this.#calendar.after(afterMs, () => {
        for (const { key, units, brings } of writes) {
          this.#count(key, units);
          if (brings === 'nothing') continue;
          const record = { atMs: this.#calendar.nowMs, partner: id.partner, key, brings };
          this.#shards[partitionOf(key, this.scenario.partitions)]?.push(record);
        }
      });
  }

  /** Takes the next batch of a shard, and comes again when it is done. */
  #read(shard: number): void {
    const { batchSize, windowMs } = this.scenario.reader;
    const waiting = this.#shards[shard] ?? [];
    const startedMs = this.#calendar.nowMs;
    const [first] = waiting;
    const isGathered = first !== undefined && (waiting.length >= batchSize || startedMs - first.atMs >= windowMs);
    if (!isGathered) {
      this.#calendar.after(first === undefined ? model.pollMs : model.pollMs / 5, () => this.#read(shard));
      return;
    }
    const batch = waiting.splice(0, batchSize);
    const lists = new Set(batch.flatMap(({ key, brings }) => (brings === 'row' ? [key] : [])));
    for (const list of lists) this.#count(listCountKey(list).PK, 1);
    const places = new Set(
      batch.flatMap(({ partner, key, brings }) => (brings === 'movement' ? [`${partner} ${key}`] : [])),
    );
    for (const place of places) this.#count(settlementKey(place.split(' ')[0] ?? '', '', '').PK, 1);
    const changes = batch.filter(({ brings }) => brings === 'change');
    const partners = [...new Set(changes.map(({ partner }) => partner))];
    const calls = lists.size + places.size + 2 * partners.length;
    const cpuMs = (batch.length * model.cpuMsPerRecord + calls * model.cpuMsPerCall) * this.#msPerCpuMs;
    let open = partners.length + 1;
    const done = (): void => {
      open -= 1;
      if (open > 0) return;
      this.#batches.count += 1;
      this.#batches.records += batch.length;
      this.#batches.ms += this.#calendar.nowMs - startedMs;
      this.#read(shard);
    };
    const rounds = Math.ceil((lists.size + places.size) / model.connections);
    this.#calendar.after(cpuMs + rounds * model.writeMs, done);
    for (const partner of partners) {
      const own = changes.filter((change) => change.partner === partner);
      this.#calendar.after(cpuMs, () => this.#append(partner, own, { attempt: 0, done }));
    }
  }

  /** Writes one page after another; after a conflict it waits at random, as shared/changes/repository.ts does. */
  #append(partner: string, changes: readonly StreamRecord[], { attempt, done }: Attempt): void {
    if (changes.length === 0) {
      done();
      return;
    }
    const page = changes.slice(0, model.changesPerPage);
    this.#calendar.after(model.readMs, () => {
      const last = this.#pages.get(partner) ?? 0;
      this.#calendar.after(model.transactionMs, () => {
        if ((this.#pages.get(partner) ?? 0) !== last) {
          this.#written.conflicts += 1;
          const waitMs = this.#chance.fraction() * Math.min(300, 10 * 2 ** attempt);
          this.#calendar.after(waitMs, () => this.#append(partner, changes, { attempt: attempt + 1, done }));
          return;
        }
        this.#pages.set(partner, last + 1);
        this.#keep(partner, page);
        this.#append(partner, changes.slice(page.length), { attempt: attempt + 1, done });
      });
    });
  }

  #keep(partner: string, page: readonly StreamRecord[]): void {
    this.#written.pages += 1;
    this.#written.changes += page.length;
    this.#count(
      feedPartition(partner),
      2 + 2 * Math.ceil(page.length * model.kbPerChange[this.scenario.reader.feedPages]),
    );
    for (const key of new Set(page.map((one) => one.key))) this.#count(feedSeenKey(partner, key).PK, 2);
    for (const { atMs } of page)
      if (atMs >= this.scenario.seconds * 500) this.#lagsMs.push(this.#calendar.nowMs - atMs);
  }

  #count(key: string, units: number): void {
    this.#units.set(key, (this.#units.get(key) ?? 0) + units);
  }

  /** The form of an id of the service, from the seed. */
  #id(): string {
    return Math.floor(this.#chance.fraction() * 2 ** 52).toString(16);
  }

  #outcome(endMs: number, partitions: number): Outcome {
    const perS = (units: number) => (units * 1000) / endMs;
    const heat = Array.from({ length: partitions }, () => 0);
    let [busiestKey, most, all] = ['', 0, 0];
    for (const [key, units] of this.#units) {
      const partition = partitionOf(key, partitions);
      heat[partition] = (heat[partition] ?? 0) + units;
      all += units;
      if (units > most) [busiestKey, most] = [key, units];
    }
    const left = this.#shards.flat();
    // A record that still waits has waited at least this long.
    for (const { atMs, brings } of left) if (brings === 'change' && atMs >= endMs / 2) this.#lagsMs.push(endMs - atMs);
    const lags = this.#lagsMs.toSorted((one, other) => one - other);
    const lag = (share: number) => (lags[Math.floor(share * lags.length)] ?? 0) / 1000;
    const { count, records, ms } = this.#batches;
    const { pages, changes, conflicts } = this.#written;
    return {
      lagS: { p50: lag(0.5), p99: lag(0.99) },
      backlogS: (left.length / (records + left.length)) * this.scenario.seconds,
      recordsPerBatch: records / count,
      batchMs: ms / count,
      changesPerPage: changes / pages,
      conflictsPerPage: conflicts / pages,
      writes: { all: perS(all), partition: perS(heat.reduce((most, one) => Math.max(most, one), 0)), key: perS(most) },
      busiestKey,
    };
  }
}

interface Attempt {
  readonly attempt: number;
  readonly done: () => void;
}

/** The partition of a key: the table spreads keys evenly by a hash, which is not known; this one does the same. */
export function partitionOf(key: string, partitions: number): number {
  return Math.floor((Number.parseInt(hash('md5', key).slice(0, 8), 16) / 2 ** 32) * partitions);
}
