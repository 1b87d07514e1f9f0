import * as z from 'zod';
import type { StageName } from '#shared/values/stage-name';

const count = z.int().positive();
const throughput = z.strictObject({ read: count, write: count });

/**
 * Schema of a stage's capacity, by group. `shippedCapacity` contains the values of the shipped stages; `capacity` in a settings
 * file replaces whole groups. docs/capacity.md lists the limits that a growing load reaches first, and the settings to raise.
 */
export const capacitySchema = z.strictObject({
  /** Maximum requests per second of one partner, with bursts of twice this rate. Our functions enforce this limit. */
  requestsPerPartnerS: count,
  /** Expected load per second, from which the other numbers follow. The preflight compares the load with the account's quotas. */
  load: z.strictObject({ requests: count, providerReports: count, events: count, steps: count, keyCalls: count }),
  /** Maximum requests per second of each API Gateway route, with bursts of twice this rate. */
  routes: z.strictObject({
    /** Limit of each route for partners; all partners share this limit. */
    default: count,
    /** Limits of the routes without a partner key, by endpoint id. */
    open: z.record(z.string(), count),
  }),
  /** Maximum requests per minute of one IP address, for each kind of caller. */
  firewall: z.strictObject({ people: count, providers: count, partners: count }),
  /** Maximum request units per second of the table. DynamoDB throttles further requests, which limits the cost of a mistake. */
  table: throughput,
  /** Maximum request units per second of the index of due items. A throttled index also throttles writes of the table. */
  index: throughput,
  /** Maximum concurrent batches of each queue. SQS requires at least 2. */
  queueReaders: z.strictObject({
    firstAttempts: count.min(2),
    retries: count.min(2),
    steps: count.min(2),
    webhookDeadLetters: count.min(2),
  }),
  /** Batches of stream records for `projectChanges`: maximum number of records, and maximum seconds to wait for a full batch. */
  changesReader: z.strictObject({ batchSize: count, windowS: z.int().min(0) }),
  /** Reserved concurrency by worker id. Lambda keeps 100 concurrent executions of the account unreserved. */
  reserved: z.record(z.string(), count),
});

/** The capacity of a stage. */
export type StageCapacity = z.infer<typeof capacitySchema>;

/**
 * Requests per minute of one address: 20 concurrent verifications of 21 requests each, plus 30 polls by each of five pages whose
 * users continue on a phone.
 */
const REQUESTS_OF_PEOPLE = 570;

/** Queue readers of the sandbox in an account with 1,000 concurrent executions. */
export const readersOfUsualAccount: StageCapacity['queueReaders'] = {
  // Twice the readers that 124 deliveries per second need (0.3 s each, four per batch). In addition, 155 readers that one
  // unresponsive endpoint can block.
  firstAttempts: 174,
  // Twice the readers that the retries need. There are half as many retries as first attempts.
  retries: 10,
  // Twice the readers that 121 simulated steps per second need (0.05 s each, four per batch).
  steps: 4,
  webhookDeadLetters: 2,
};

/** The capacity of the shipped stages. */
export const shippedCapacity: Readonly<Record<StageName, StageCapacity>> = {
  sandbox: {
    requestsPerPartnerS: 50,
    // Two partners at their full rate: 24 transactions per second, with the requests of the daily mix (docs/capacity.md).
    load: { requests: 100, providerReports: 120, events: 246, steps: 122, keyCalls: 8 },
    routes: {
      // All requests of both partners on one route, plus the requests of five addresses at the firewall's limit.
      default: 600,
      // Expected requests of each route, plus a reserve: the requests of 50 addresses of people, or of three addresses of
      // providers, at the firewall's limit.
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
      // Requests per minute from one address: the reports of all providers at this load, if the providers share one address.
      providers: 7286,
      // Two partners that share one address, each at its full rate.
      partners: 6000,
    },
    // Reads: the initial capacity of a new table. Writes: 24 transactions per second use some 7,500 units (docs/capacity.md).
    table: { read: 12_000, write: 8000 },
    // Writes: at least twice the load, which is 25 units per transaction.
    index: { read: 12_000, write: 2000 },
    // A new account has ten concurrent executions: eight for queues, two for API requests. Lambda cannot reserve any of the ten.
    queueReaders: { firstAttempts: 2, retries: 2, steps: 2, webhookDeadLetters: 2 },
    // With eight shards, batches contain enough changes of each partner to keep feeds on time without a wait for full batches.
    changesReader: { batchSize: 50, windowS: 0 },
    reserved: {},
  },
  production: {
    requestsPerPartnerS: 50,
    // Ten partners at their full rate: 119 transactions per second, with the requests of the daily mix (docs/capacity.md).
    load: { requests: 500, providerReports: 596, events: 1227, steps: 608, keyCalls: 36 },
    routes: {
      // All requests of ten partners on one route, plus the requests of five addresses at the firewall's limit.
      default: 1500,
      // The same calculation as for the sandbox, with five times the load.
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
      // Four partners that share one address, each at its full rate.
      partners: 12_000,
    },
    // Reads: twice the load of ten partners that use their full rate for the most expensive reads. Writes: the default quota of
    // an account, which covers the load.
    table: { read: 30_000, write: 40_000 },
    index: { read: 12_000, write: 6000 },
    queueReaders: {
      // Twice the readers that 619 deliveries per second need (0.3 s each, four per batch). In addition, 155 readers that one
      // unresponsive endpoint can block.
      firstAttempts: 248,
      retries: 47,
      // Twice the readers that 250 provider calls per second need (1 s each, four per batch).
      steps: 126,
      webhookDeadLetters: 2,
    },
    // Each batch writes at least one page to a partner's feed, and pages are written one after the other. With 40 shards and no
    // window, the pages contain too few changes, and the feed becomes late.
    changesReader: { batchSize: 500, windowS: 1 },
    // Each of 40 shards needs two concurrent batches of `publishEvents` and one of `projectChanges`: 80 and 40. We reserve 50 %
    // more, because DynamoDB creates more shards when it splits partitions.
    reserved: { publishEvents: 120, projectChanges: 60 },
  },
};
