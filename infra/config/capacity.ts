import * as z from 'zod';
import type { StageName } from '#shared/values/stage-name';

const count = z.int().positive();
const throughput = z.strictObject({ read: count, write: count });

/**
 * The form of a stage's capacity, by group. The numbers below are those of the shipped stages; `capacity` in a settings file replaces
 * whole groups of them. docs/capacity.md names what stops first, and what to raise.
 */
export const capacitySchema = z.strictObject({
  /** Requests a second of one partner, with bursts of twice that: the service itself enforces it. */
  requestsPerPartnerS: count,
  /** Load that the other numbers are made for, a second. The preflight compares it with the account's quotas. */
  load: z.strictObject({ requests: count, providerReports: count, events: count, steps: count, keyCalls: count }),
  /** Requests a second of each route, with bursts of twice that. */
  routes: z.strictObject({
    /** Each route of partners, who share it. */
    default: count,
    /** Routes that callers reach without a partner's key, by endpoint id. */
    open: z.record(z.string(), count),
  }),
  /** Requests of one address in a minute, by the callers of the paths. */
  firewall: z.strictObject({ people: count, providers: count, partners: count }),
  /** Request units per second at which DynamoDB throttles the table: the limit of the cost of a mistake. */
  table: throughput,
  /** The same for the index of due items. A full index throttles writes of the table. */
  index: throughput,
  /** Concurrent batches of each queue. SQS requires at least 2. */
  queueReaders: z.strictObject({
    firstAttempts: count.min(2),
    retries: count.min(2),
    steps: count.min(2),
    webhookDeadLetters: count.min(2),
  }),
  /** Batches in which `projectChanges` reads the stream: the most records, and the seconds in which they are gathered. */
  changesReader: z.strictObject({ batchSize: count, windowS: z.int().min(0) }),
  /** Reserved concurrency by worker id. Lambda keeps 100 of the account for all others. */
  reserved: z.record(z.string(), count),
});

/** The capacity of a stage. */
export type StageCapacity = z.infer<typeof capacitySchema>;

/** Twenty verifications at once from one address, of 21 requests each, and five people who wait for their phone. */
const REQUESTS_OF_PEOPLE = 570;

/** Readers of the sandbox's queues in an account with a concurrency of 1,000. */
export const readersOfUsualAccount: StageCapacity['queueReaders'] = {
  // Twice the load of 124 deliveries a second, of 0.3 s and four in a batch; and 155 that one endpoint which never responds can hold.
  firstAttempts: 174,
  // Half of the first attempts again, twice.
  retries: 10,
  // 121 simulated steps a second of 0.05 s, twice.
  steps: 4,
  webhookDeadLetters: 2,
};

/** The capacity of the shipped stages. */
export const shippedCapacity: Readonly<Record<StageName, StageCapacity>> = {
  sandbox: {
    requestsPerPartnerS: 50,
    // Two partners at their whole rate: 24 transactions of the daily mix. A verified user is a tenth of a transaction.
    load: { requests: 100, providerReports: 120, events: 246, steps: 122, keyCalls: 8 },
    routes: {
      // Both partners on one route, and five addresses that send as much as the firewall allows.
      default: 600,
      // Visits of the load, and 50 addresses of people, or three of providers, that send as much as the firewall allows.
      open: {
        openSigningPage: 480,
        submitSignature: 478,
        getSignerCopy: 478,
        openVerificationPage: 497,
        submitVerificationPage: 495,
        presignVerificationUpload: 485,
        getLogo: 478,
        getPage: 485,
        getOpenApi: 478,
        openPaymentPage: 856,
        getPayerReceipt: 499,
        reportVerification: 367,
        takeProviderEvent: 484,
      },
    },
    firewall: {
      people: REQUESTS_OF_PEOPLE,
      // Everything that providers report at this load, from one address.
      providers: 7286,
      // Two partners from one address.
      partners: 6000,
    },
    // Reads: the quota of a new table. Writes: 24 transactions of the daily mix.
    table: { read: 12_000, write: 8000 },
    // Twice the 25 units of a transaction.
    index: { read: 12_000, write: 2000 },
    // A new account has a concurrency of ten: eight for queues, two for callers. Lambda reserves none of them.
    queueReaders: { firstAttempts: 2, retries: 2, steps: 2, webhookDeadLetters: 2 },
    // Eight partitions, so eight shards: the reader keeps up with the load.
    changesReader: { batchSize: 50, windowS: 0 },
    reserved: {},
  },
  production: {
    requestsPerPartnerS: 50,
    // Ten partners at their whole rate: 119 transactions of the daily mix.
    load: { requests: 500, providerReports: 596, events: 1227, steps: 608, keyCalls: 36 },
    routes: {
      // All ten partners on one route, and five addresses that send as much as the firewall allows.
      default: 1500,
      // The same rules as in the sandbox, at five times the load.
      open: {
        openSigningPage: 499,
        submitSignature: 487,
        getSignerCopy: 487,
        openVerificationPage: 583,
        submitVerificationPage: 571,
        presignVerificationUpload: 523,
        getLogo: 487,
        getPage: 523,
        getOpenApi: 487,
        openPaymentPage: 2380,
        getPayerReceipt: 595,
        reportVerification: 1834,
        takeProviderEvent: 2417,
      },
    },
    firewall: {
      people: REQUESTS_OF_PEOPLE,
      providers: 36_429,
      // Four partners from one address.
      partners: 12_000,
    },
    // Reads: ten partners that spend their whole rate on the heaviest reads, twice. Writes: the quota of an account, which is the load.
    table: { read: 30_000, write: 40_000 },
    index: { read: 12_000, write: 6000 },
    queueReaders: {
      // Twice 619 deliveries a second of 0.3 s, four in a batch; and 155 for an endpoint that never responds.
      firstAttempts: 248,
      retries: 47,
      // 250 calls of providers a second of 1 s, four in a batch, twice.
      steps: 126,
      webhookDeadLetters: 2,
    },
    // With 40 shards, batches without a window hold too few changes of each partner, and the feed falls behind.
    changesReader: { batchSize: 500, windowS: 1 },
    // Two batches, and one, of each of 40 shards; half as many again, for shards of partitions that were split.
    reserved: { publishEvents: 120, projectChanges: 60 },
  },
};
