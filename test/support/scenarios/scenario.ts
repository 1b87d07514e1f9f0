/**
 * A scenario: one request of an operation on a running stack, with its prerequisites and its effects. Tests, the fuzzer and
 * benchmarks run scenarios with the code in test/support/scenarios. The scenarios are in test/scenarios.
 */
import type { ErrorCode } from '#shared/api/problems';

/** Ids of the scenario's resources so far, by their names in requests. */
export type Ids = Readonly<Record<string, string>>;

/** A stored item of the table. */
export type Item = Readonly<Record<string, unknown>>;

/** Query, body or form of a request. */
export type Fields = Readonly<Record<string, unknown>>;

interface Returned {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: scenarios look into responses of every shape
  readonly body: any;
}

/** Run of the documented examples: the partner that sends them, its webhook receiver, and the values of the run. */
export interface DocumentedRun {
  readonly partner: {
    get(path: string): Promise<Returned>;
    newUser(fields: Fields): Promise<string>;
  };
  /** Creates a cross-ramp whose payout the sandbox puts on hold. @returns the id of the cross-ramp, after the hold began */
  heldCrossRamp(): Promise<string>;
  readonly receiver: { respond(request: { readonly body: string }): unknown };
  /** Maps values of the examples to the values of this run. */
  readonly values: { set(example: string, value: string): unknown };
}

export interface Scenario {
  /** Prerequisites, in order: operation ids, or states of `test/support/scenarios/states.ts`. @default none */
  readonly given?: readonly string[];
  /** JSON body. @default body of the documented example, with the ids of the prerequisites */
  readonly body?: Fields | ((ids: Ids) => Fields);
  /** Form fields of a hosted page, in addition to the hidden fields. */
  readonly form?: Readonly<Record<string, string>>;
  /**
   * Each element replaces fields of the body, which remains valid. The test of idempotency keys repeats the key with the first
   * element and expects an error; the fuzzer sends all elements.
   * @default none; the test of idempotency keys then repeats the key with another resource or operation
   */
  readonly others?: readonly Fields[];
  /** Attributes of an item that the request stores. Every operation with an idempotency key has an `effect`. */
  readonly effect?: Item | ((item: Item) => boolean);
  /** Number of items like `effect` that one request stores. @default 1 */
  readonly effects?: number;
  /**
   * Number of sequential requests to AWS services on the longest path of a successful request. The number assumes that the cached
   * API key has expired. The service then reads the key and checks the request rate in parallel (one round trip).
   * @default 2 for GET (then one read), 3 for other methods (then a read and a write); none if partners do not call the endpoint
   */
  readonly roundTrips?: number;
  /**
   * Capacity units that DynamoDB bills for a request that writes, without the follow-up work of workers. Includes one read unit
   * for the caller's key (not yet cached), but no write unit for the request rate (unlimited in tests).
   */
  readonly billed?: readonly [reads: number, writes: number];
  /**
   * Expected error codes by id name, if the id belongs to another partner. Only codes that differ from the default codes in
   * hostile/foreign-ids.ts. Null if the id is a filter: the response is then an empty list.
   */
  readonly foreign?: Readonly<Record<string, ErrorCode | null>>;
  /** Position of the documented example in the sequence of all examples. */
  readonly example?: {
    /**
     * Operation of the previous example. @default `getWalletBalances`, the last example before the examples that delete resources
     */
    readonly after?: string;
    /**
     * Operation whose example is sent again before this example. The previous example used up the result of that operation, for
     * example a requested signature.
     */
    readonly again?: string;
    /** Prepares the example. If it returns false, a prerequisite is still missing and it is called again. */
    readonly prepare?: (run: DocumentedRun) => Promise<boolean>;
  };
  /** Reason why this operation cannot be called on a local stack. */
  readonly unreachable?: string;
}

/** Scenarios by operation id. */
export type Scenarios = Readonly<Record<string, Scenario>>;
