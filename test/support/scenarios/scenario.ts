/**
 * A scenario: one call of an operation on a running stack, with what exists before it and what it leaves behind. Tests,
 * the fuzzer and the benchmarks perform it (test/support/scenarios). Their tables stand in test/scenarios.
 */
import type { ErrorCode } from '#shared/api/problems';

/** Ids of the scenario's objects so far, by their names in requests. */
export type Ids = Readonly<Record<string, string>>;

/** A stored item as the table holds it. */
export type Item = Readonly<Record<string, unknown>>;

/** Query, body or form of a request. */
export type Fields = Readonly<Record<string, unknown>>;

interface Returned {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: scenarios look into responses of every shape
  readonly body: any;
}

/** A partner that plays the documented examples, its webhook receiver, and the values of this run. */
export interface DocumentedRun {
  readonly partner: {
    get(path: string): Promise<Returned>;
    newUser(fields: Fields): Promise<string>;
  };
  /** Makes a cross-ramp of the story's user that the sandbox holds. @returns its id, once it is held */
  heldCrossRamp(): Promise<string>;
  readonly receiver: { respond(request: { readonly body: string }): unknown };
  /** A value of the examples → the value that replaces it. */
  readonly values: { set(example: string, value: string): unknown };
}

export interface Scenario {
  /** Performed before the call, in this order: other operations by their ids, or states of `test/support/scenarios/states.ts`. @default nothing */
  readonly given?: readonly string[];
  /** The JSON body. @default the body of the documented example, with the ids of the prerequisites */
  readonly body?: Fields | ((ids: Ids) => Fields);
  /** The form, where a page takes one, in addition to its hidden fields. */
  readonly form?: Readonly<Record<string, string>>;
  /**
   * Fields that make other good bodies of this one. The same idempotency key refuses the first, and the fuzzer sends all.
   * @default none, and the key refuses the same call about something else
   */
  readonly others?: readonly Fields[];
  /** An item that the call stores: by some of its attributes. Operations that accept an idempotency key have one. */
  readonly effect?: Item | ((item: Item) => boolean);
  /** Items like `effect` that one call stores. @default 1 */
  readonly effects?: number;
  /**
   * Calls of services on the longest path of a good request: the partner's request rate, side by side with the read of
   * its key, and then the endpoint's own. The first request of a partner in a process reads the key before that. Nothing
   * is read for a caller before key and rate have let it in.
   * @default 2 for GET, 3 for other methods; none if partners do not call
   */
  readonly roundTrips?: number;
  /**
   * The units that the database bills for a call of an endpoint that writes: its own requests alone, not the work that its
   * writes cause. It is the function's first call, so one read unit is the caller's key, which it keeps for a minute.
   * A partner's request rate, one write unit more, is off.
   */
  readonly billed?: readonly [reads: number, writes: number];
  /**
   * The refusals of ids of another partner, if they differ from what their resource has (hostile/foreign-ids.ts); null
   * for a filter, which finds nothing.
   */
  readonly foreign?: Readonly<Record<string, ErrorCode | null>>;
  /** The place of the documented example in the story that all of them tell. */
  readonly example?: {
    /** The operation whose example comes before it. @default the last one before anything is deleted */
    readonly after?: string;
    /** The operation whose example is sent again before this one, because the previous example has used up its result. */
    readonly again?: string;
    /** Prepares the example, or returns false while its prerequisites are missing. */
    readonly prepare?: (run: DocumentedRun) => Promise<boolean>;
  };
  /** The reason why no local stack can be called so. */
  readonly unreachable?: string;
}

/** Scenarios by the ids of their operations. */
export type Scenarios = Readonly<Record<string, Scenario>>;
