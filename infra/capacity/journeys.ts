/**
 * The demand of each journey on the cloud, from its request to its last consequence. Counted on the local stack, whose
 * engine bills as DynamoDB does; `test/integration/journey-units.test.ts` counts again and fails when a figure drifts.
 * Counted alone, so that batches of the stream hold few records: under load feed and totals cost less. How the records of one
 * life fall into batches is chance, and moves the sum by some units.
 */
export interface Journey {
  /** Its name in docs/benchmarks.md. */
  readonly name: string;
  /** Requests of the partner. */
  readonly requests: number;
  readonly readUnits: number;
  /** Of the table and its index together, as they share the table's limit. */
  readonly writeUnits: number;
  /** Of the write units, those of the journey itself: without feed and totals. */
  readonly ownWrites: number;
  /** Of the write units, those of the index: of due items, and of what operators look up. */
  readonly indexWrites: number;
  /** Records of the stream that `projectChanges` takes, and `publishEvents`. */
  readonly changeRecords: number;
  readonly outboxRecords: number;
  /** Messages of the queues, each with its event on the bus. */
  readonly webhooks: number;
  readonly steps: number;
  /** Write units on the keys of which a partner has one, by what follows the partner's id. */
  readonly partnerKeys: Readonly<Record<string, number>>;
}

export const journeys = {
  userVerified: {
    name: 'user, KYC submission and decision, 2 webhooks',
    requests: 2,
    readUnits: 28,
    writeUnits: 110,
    ownWrites: 64,
    indexWrites: 6,
    changeRecords: 28,
    outboxRecords: 3,
    webhooks: 2,
    steps: 1,
    partnerKeys: { feed: 24, pendingNotifications: 8, notifications: 4 },
  },
  quoteLocked: {
    name: 'quote locked',
    requests: 1,
    readUnits: 0,
    writeUnits: 2,
    ownWrites: 2,
    indexWrites: 0,
    changeRecords: 1,
    outboxRecords: 0,
    webhooks: 0,
    steps: 0,
    partnerKeys: { feed: 0, pendingNotifications: 0, notifications: 0 },
  },
  crossRamp: {
    name: 'cross-ramp, creation to COMPLETED, 5 webhooks',
    requests: 1,
    readUnits: 86,
    // Counted alone 306 to 326: each movement is summed up by itself then. At the promised load two share a write.
    writeUnits: 317,
    ownWrites: 206,
    indexWrites: 24,
    changeRecords: 66,
    outboxRecords: 10,
    webhooks: 5,
    steps: 5,
    partnerKeys: { feed: 54, pendingNotifications: 20, notifications: 10 },
  },
  onRamp: {
    name: 'on-ramp, creation to COMPLETED, 3 webhooks',
    requests: 1,
    readUnits: 52,
    writeUnits: 203,
    ownWrites: 127,
    indexWrites: 16,
    changeRecords: 40,
    outboxRecords: 6,
    webhooks: 3,
    steps: 3,
    partnerKeys: { feed: 38, pendingNotifications: 12, notifications: 6 },
  },
  offRamp: {
    name: 'off-ramp, creation to COMPLETED, 3 webhooks',
    requests: 1,
    readUnits: 84,
    writeUnits: 311,
    ownWrites: 192,
    indexWrites: 23,
    changeRecords: 53,
    outboxRecords: 9,
    webhooks: 3,
    steps: 6,
    partnerKeys: { feed: 64, pendingNotifications: 12, notifications: 6 },
  },
  transactionRead: {
    name: 'transaction read',
    requests: 1,
    readUnits: 1,
    writeUnits: 1,
    ownWrites: 1,
    indexWrites: 0,
    changeRecords: 0,
    outboxRecords: 0,
    webhooks: 0,
    steps: 0,
    partnerKeys: { feed: 0, pendingNotifications: 0, notifications: 0 },
  },
} as const satisfies Readonly<Record<string, Journey>>;

export type JourneyName = keyof typeof journeys;

/**
 * The delivery of one notification to a further endpoint that accepts at once: what its birth adds to the write of the
 * notification, its attempt and its outcome. It stands in no list and in no feed. `test/integration/journey-units.test.ts` counts
 * it again.
 */
export const furtherDelivery = {
  readUnits: 4,
  /** Of the table and its index together. */
  writeUnits: 6,
  indexWrites: 2,
} as const;

/**
 * More that a delivery to the first endpoint costs when all five attempts fail, with answers of 4 KB, than when the first one is
 * accepted with such an answer: outcomes, leases, answers, due times, changes in the feed. `test/integration/heavy-units.test.ts`
 * counts it again.
 */
export const failingDelivery = {
  readUnits: 19,
  /** Of the table and its index together. */
  writeUnits: 66,
  indexWrites: 8,
  /** The lease and the outcome of each further attempt. */
  changeRecords: 8,
} as const;

/** The number of times that each journey is made for one transaction of a partner's daily work (docs/cost-model.md prices the same). */
export const dailyMix = {
  quoteLocked: 1,
  crossRamp: 1,
  transactionRead: 2,
  userVerified: 0.1,
} as const satisfies Readonly<Partial<Record<JourneyName, number>>>;

/**
 * Seconds of one invocation, and its memory in GB. Assumed: no account has run this yet, and the local stack's times
 * are those of a laptop. A delivery waits for the partner's endpoint, a step of production for a provider.
 */
export const assumed = {
  endpoint: { seconds: 0.06, gb: 1 },
  /** An answer that needs no work: a wrong key, link or signature, or a rate that is exceeded. */
  refusal: { seconds: 0.02, gb: 1 },
  delivery: { seconds: 0.3, gb: 0.5 },
  worker: { seconds: 0.05, gb: 0.25 },
  step: { seconds: 1, gb: 0.25 },
} as const;
