import type { StageConfig } from '#infra/config/stages';
import type { EndpointRow } from '#shared/api/endpoints';
import { BURST_S, READ_UNITS_PER_REQUEST } from '#shared/partners/domain/request-rate';
import { ATTEMPT_DEADLINE_MS } from '#shared/webhooks/domain/retry-schedule';
import { assumed } from './journeys';
import { type Load, loadOf, partnerTransactions, retriesIn, stageLoad } from './load';
import { quotas } from './quotas';

/** Requests of one route. */
export interface RouteLimit {
  /** Steady requests a second. */
  readonly requestsPerS: number;
  /** Requests at once before the steady rate holds. */
  readonly burst: number;
}

interface Throughput {
  readonly read: number;
  readonly write: number;
}

/** Every limit that a stage sets. They follow from the load that it promises to hold; docs/capacity.md shows them. */
export interface StageLimits {
  readonly gateway: {
    /** Of each route without one of its own. Partners share it. */
    readonly default: RouteLimit;
    /** By endpoint id: the routes that can be called without a partner's key. */
    readonly routes: ReadonlyMap<string, RouteLimit>;
  };
  /** Requests of one address in a minute, by the group of paths. */
  readonly firewall: Readonly<Record<PathGroup, number>>;
  readonly table: TableLimits;
  readonly index: TableLimits;
  /** Invocations at once that are reserved for the readers of the stream: none in the sandbox, or in an account without room. */
  readonly reserved: ReadonlyMap<string, number>;
  /** Settings by which `projectChanges` reads the stream. */
  readonly changesReader: ChangesReader;
  /** Batches at once of each queue. Those of first attempts have `spareBatches` among them. */
  readonly queueReaders: Readonly<Record<'firstAttempts' | 'retries' | 'steps' | 'webhookDeadLetters', number>>;
  /**
   * Batches that first attempts at the endpoint of one partner at its full rate hold, if it never answers. A worker knows an
   * endpoint as slow after an attempt of its own, so that until the deadline of the first attempts the next ones are made,
   * too. As many as the account has room for.
   */
  readonly spareBatches: number;
}

export interface TableLimits {
  /** Request units a second at which the table refuses, which bounds the cost of a mistake. */
  readonly maximum: Throughput;
  /** Units that it takes from its first second, by the stage's settings. Absent: as many as any new table or index. */
  readonly warm?: Throughput;
}

interface ChangesReader {
  /** Records of one batch at most. */
  readonly batchSize: number;
  /** Seconds in which a batch is gathered. */
  readonly windowS: number;
}

/**
 * Paths by who calls them: `people` open links of ours or read the documentation, `providers` report, and everything else
 * is for partners.
 */
export type PathGroup = 'people' | 'providers' | 'partners';

export const pathGroup: Readonly<Record<EndpointRow['scope'], PathGroup>> = {
  partner: 'partners',
  link: 'people',
  public: 'people',
  provider: 'providers',
};

/** Addresses that may send as much as the firewall lets one send, while no other caller notices: by group. */
export const hostileAddresses: Readonly<Record<PathGroup, number>> = { people: 50, providers: 3, partners: 5 };

/** Requests of people behind one address in a minute: twenty who open, fill in and submit a page at the same time. */
const PEOPLE_PER_ADDRESS = 20;

/** Requests of one visitor by endpoint id. A verification has up to eight steps and four files. */
const visits = {
  openSigningPage: 2,
  submitSignature: 1,
  getSignerCopy: 1,
  openVerificationPage: 9,
  submitVerificationPage: 8,
  presignVerificationUpload: 4,
  // Pages have the logo in them: its address is for others who show it.
  getLogo: 1,
  // A page, its style sheet and its script, and one page more.
  getPage: 4,
  getOpenApi: 1,
} as const;

/** Requests of one visitor who watches a payment for ten minutes: six in the first one, and then one in each. */
const LOOKS_AT_PAYMENT = 16;
/** Receipts that a visitor of a completed payment downloads. */
const RECEIPTS_OF_PAYMENT = 1;

/** Requests of one visitor of a verification page, which is the longest visit. */
const LONGEST_VISIT = visits.openVerificationPage + visits.submitVerificationPage + visits.presignVerificationUpload;

/** Requests in a minute of five people behind one address whose verification goes on at a phone: each looks every two seconds. */
const LOOKS_AT_HANDOFFS = 5 * 30;

/** A queue's batches hold ten messages and are seldom full: as many are in one on average. */
export const MESSAGES_PER_BATCH = 4;
/** Batches of one queue at once that SQS allows at least. */
const FEWEST_BATCHES = 2;
/** Share of the account's invocations that the readers of all queues may take together. The rest is for callers and the stream. */
const SHARE_OF_QUEUES = 0.8;
/** Factor of what is set over what is needed, where more costs nothing as long as it is not used. */
const HEADROOM = 2;
/** Batches of one shard at once, by reader. */
export const batchesPerShard = { publishEvents: 2, projectChanges: 1 } as const;
/** Shards that are read at once over the table's partitions: those of partitions that are split are read to their end. */
const SHARDS_PER_PARTITION = 1.5;
/**
 * Shards from which a batch is gathered for a second. Each shard brings a few changes of each partner, and the pages of one
 * feed are written one after the other: with many shards and small pages, the feed falls behind (docs/capacity.md).
 */
const MANY_SHARDS = 10;

/** The limits of a stage, from the load that it promises to hold. */
export function stageLimits(config: StageConfig, load: Load = stageLoad(config)): StageLimits {
  const firewall = firewallLimits(config, load);
  const table = tableLimits(config, load);
  return {
    gateway: gatewayLimits(load, firewall),
    firewall,
    table,
    index: indexLimits(config, load),
    reserved: reservations(config, table),
    changesReader: changesReader(table),
    ...queueReaders(config, load),
  };
}

function firewallLimits({ requestsPerPartnerS, capacity }: StageConfig, load: Load): StageLimits['firewall'] {
  return {
    people: PEOPLE_PER_ADDRESS * LONGEST_VISIT + LOOKS_AT_HANDOFFS,
    // A provider may send everything that it reports from one address.
    providers: perMinute(load.providerReports + load.users),
    partners: perMinute(capacity.partnersPerAddress * requestsPerPartnerS),
  };
}

function gatewayLimits(load: Load, firewall: StageLimits['firewall']): StageLimits['gateway'] {
  const limit = (demand: number, group: PathGroup): RouteLimit => {
    const requestsPerS = Math.ceil(demand + (hostileAddresses[group] * firewall[group]) / 60);
    return { requestsPerS, burst: requestsPerS * BURST_S };
  };
  const pages = Object.entries(visits).map(([id, times]): [string, RouteLimit] => [
    id,
    limit(load.users * times, 'people'),
  ]);
  return {
    default: limit(load.requests, 'partners'),
    routes: new Map([
      ...pages,
      ['openPaymentPage', limit(load.transactions * LOOKS_AT_PAYMENT, 'people')],
      ['getPayerReceipt', limit(load.transactions * RECEIPTS_OF_PAYMENT, 'people')],
      ['reportVerification', limit(load.users, 'providers')],
      ['takeProviderEvent', limit(load.providerReports, 'providers')],
    ]),
  };
}

function tableLimits({ requestsPerPartnerS, capacity }: StageConfig, load: Load): TableLimits {
  // A partner's whole rate could go into what reads most.
  const heaviestReads = requestsPerPartnerS * READ_UNITS_PER_REQUEST;
  const maximum = {
    read: inThousands(HEADROOM * Math.max(load.readUnits, capacity.partnersAtFullRate * heaviestReads)),
    write: inThousands(load.writeUnits),
  };
  return withWarmth(maximum, capacity.warm?.table);
}

/** An index that is full refuses the writes of its table, so it gets twice what it needs. */
function indexLimits({ capacity }: StageConfig, load: Load): TableLimits {
  const write = inThousands(HEADROOM * load.indexWrites);
  return withWarmth({ read: quotas.newTableReads.limit, write }, capacity.warm?.index);
}

/** Adds the warmth that the settings give. DynamoDB takes no maximum below it. */
function withWarmth(needed: Throughput, warm: Throughput | undefined): TableLimits {
  if (warm === undefined) return { maximum: needed };
  return { maximum: { read: Math.max(needed.read, warm.read), write: Math.max(needed.write, warm.write) }, warm };
}

/** Partitions of a table that is warm for its writes: each takes 1,000 units a second, and is a shard of the stream. */
export function partitionsOf({ maximum }: TableLimits): number {
  return Math.ceil(maximum.write / quotas.partitionWrites.limit);
}

function changesReader(table: TableLimits): ChangesReader {
  return partitionsOf(table) > MANY_SHARDS ? { batchSize: 500, windowS: 1 } : { batchSize: 50, windowS: 0 };
}

function reservations({ name, capacity }: StageConfig, table: TableLimits): ReadonlyMap<string, number> {
  // A new account may have ten invocations at once, of which Lambda lets no function reserve any.
  if (name === 'sandbox') return new Map();
  const required = Object.entries(batchesPerShard).map(([id, batches]): [string, number] => [
    id,
    // Those of partitions that were split are read to their end.
    Math.ceil(batches * SHARDS_PER_PARTITION * partitionsOf(table)),
  ]);
  const sum = required.reduce((all, [, one]) => all + one, 0);
  return capacity.functionsAtOnce - sum < quotas.unreservedFunctions.limit ? new Map() : new Map(required);
}

function queueReaders(config: StageConfig, load: Load): Pick<StageLimits, 'queueReaders' | 'spareBatches'> {
  const { name, capacity } = config;
  const readers = (messages: number, seconds: number) =>
    Math.max(FEWEST_BATCHES, Math.ceil((HEADROOM * messages * seconds) / MESSAGES_PER_BATCH));
  const required = {
    firstAttempts: readers(load.webhooks, assumed.delivery.seconds),
    retries: readers(retriesIn(load), assumed.delivery.seconds),
    // The sandbox plays its providers itself.
    steps:
      name === 'sandbox'
        ? readers(load.steps, assumed.worker.seconds)
        : readers(load.providerSteps, assumed.step.seconds),
    webhookDeadLetters: FEWEST_BATCHES,
  };
  const all = Object.values(required);
  const fewest = all.length * FEWEST_BATCHES;
  const more = all.reduce((sum, one) => sum + one, 0) - fewest;
  // A message that is throttled counts as received: five times, and its webhook is given up.
  const most = capacity.functionsAtOnce * SHARE_OF_QUEUES;
  const share = Math.min(1, Math.max(0, most - fewest) / Math.max(1, more));
  const fitting = (one: number) => FEWEST_BATCHES + Math.floor((one - FEWEST_BATCHES) * share);
  const { webhooks } = loadOf(partnerTransactions(config));
  const held = Math.ceil((webhooks * ATTEMPT_DEADLINE_MS) / 1000 / MESSAGES_PER_BATCH);
  const room = Math.max(0, Math.floor(most - all.reduce((sum, one) => sum + fitting(one), 0)));
  const spareBatches = Math.min(held, room);
  return {
    queueReaders: {
      firstAttempts: fitting(required.firstAttempts) + spareBatches,
      retries: fitting(required.retries),
      steps: fitting(required.steps),
      webhookDeadLetters: fitting(required.webhookDeadLetters),
    },
    spareBatches,
  };
}

function perMinute(perSecond: number): number {
  return Math.ceil(perSecond * 60);
}

function inThousands(units: number): number {
  return Math.ceil(units / 1000) * 1000;
}
