import type { StageConfig } from '#infra/config/stages';
import { BURST_S } from '#shared/partners/domain/request-rate';
import { dailyMix, failingDelivery, furtherDelivery, type Journey, journeys } from './journeys';

/** Requests of partners that one transaction of the daily mix takes. */
export const requestsPerTransaction = perTransaction(({ requests }) => requests);

/** The demand on a stage, each second unless its name says otherwise. */
export interface Load {
  readonly transactions: number;
  /** Users that are registered and verified. */
  readonly users: number;
  /** Of all partners. */
  readonly requests: number;
  /** Requests that may come at once. */
  readonly burst: number;
  /** Of the table and its index together. */
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly indexWrites: number;
  readonly changeRecords: number;
  readonly outboxRecords: number;
  readonly webhooks: number;
  /** Attempts after the first one, by messages of the queue of retries. */
  readonly retries: number;
  /** Steps of the sandbox's simulator. */
  readonly steps: number;
  /** Steps of a stage with providers: a payout is ordered, and asked about; a verification is ordered. */
  readonly providerSteps: number;
  /** Reports of providers, where the stage has providers: one for each change of a transaction. */
  readonly providerReports: number;
}

/** The load of a number of transactions of the daily mix a second. */
export function loadOf(transactions: number): Load {
  const times = (figure: (one: Journey) => number) => transactions * perTransaction(figure);
  const requests = transactions * requestsPerTransaction;
  return {
    transactions,
    users: transactions * dailyMix.userVerified,
    requests,
    burst: requests * BURST_S,
    readUnits: times(({ readUnits }) => readUnits),
    writeUnits: times(({ writeUnits }) => writeUnits),
    indexWrites: times(({ indexWrites }) => indexWrites),
    changeRecords: times(({ changeRecords }) => changeRecords),
    outboxRecords: times(({ outboxRecords }) => outboxRecords),
    webhooks: times(({ webhooks }) => webhooks),
    retries: 0,
    steps: times(({ steps }) => steps),
    providerSteps: transactions * (2 + dailyMix.userVerified),
    providerReports: transactions * journeys.crossRamp.steps,
  };
}

/** The same load, when every partner has this many further endpoints, each of which is sent every event. */
export function withFurtherEndpoints(load: Load, endpoints: number): Load {
  const deliveries = endpoints * load.webhooks;
  return {
    ...load,
    readUnits: load.readUnits + deliveries * furtherDelivery.readUnits,
    writeUnits: load.writeUnits + deliveries * furtherDelivery.writeUnits,
    indexWrites: load.indexWrites + deliveries * furtherDelivery.indexWrites,
    outboxRecords: load.outboxRecords + deliveries,
    webhooks: load.webhooks + deliveries,
  };
}

/** Of all deliveries, those that fail five times, as every stage plans for. More of them cost more: docs/capacity.md has a table. */
export const PLANNED_FAILING_SHARE = 0.01;

/** Notifications that are sent again at least, as a share: attempts that fail, replays. */
const RETRY_SHARE = 0.5;

/** Messages of the queue of retries that a load brings. */
export function retriesIn({ webhooks, retries }: Load): number {
  return Math.max(RETRY_SHARE * webhooks, retries);
}

/** Attempts that follow the first one of a delivery that fails. */
const RETRIES = 4;

/** The same load, when this share of the deliveries fails five times, with answers of 4 KB. */
export function withFailingDeliveries(load: Load, share: number): Load {
  const failing = share * load.webhooks;
  return {
    ...load,
    readUnits: load.readUnits + failing * failingDelivery.readUnits,
    writeUnits: load.writeUnits + failing * failingDelivery.writeUnits,
    indexWrites: load.indexWrites + failing * failingDelivery.indexWrites,
    changeRecords: load.changeRecords + failing * failingDelivery.changeRecords,
    retries: load.retries + failing * RETRIES,
  };
}

/** Transactions a second of one partner that spends its whole request rate on the daily mix. */
export function partnerTransactions({ requestsPerPartnerS }: Pick<StageConfig, 'requestsPerPartnerS'>): number {
  return requestsPerPartnerS / requestsPerTransaction;
}

/**
 * The load that a stage promises to hold: that of the partners that may use their whole rate at once, of whose deliveries some
 * fail.
 */
export function stageLoad(config: Pick<StageConfig, 'requestsPerPartnerS' | 'capacity'>): Load {
  const load = loadOf(config.capacity.partnersAtFullRate * partnerTransactions(config));
  return withFailingDeliveries(load, PLANNED_FAILING_SHARE);
}

/** Write units of the daily mix on one of a partner's own keys, for one transaction. */
export function keyWrites(key: keyof typeof journeys.crossRamp.partnerKeys): number {
  return perTransaction(({ partnerKeys }) => partnerKeys[key] ?? 0);
}

function perTransaction(figure: (one: Journey) => number): number {
  const parts: readonly (readonly [Journey, number])[] = [
    [journeys.quoteLocked, dailyMix.quoteLocked],
    [journeys.crossRamp, dailyMix.crossRamp],
    [journeys.transactionRead, dailyMix.transactionRead],
    [journeys.userVerified, dailyMix.userVerified],
  ];
  return parts.reduce((sum, [journey, times]) => sum + times * figure(journey), 0);
}
