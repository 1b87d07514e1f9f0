/**
 * Duration of a batch for the readers of the stream. The benchmarks compare the processor time with what is measured
 * (docs/benchmarks.md, part delivery); the latencies of the table are assumed, as those of an account are not known yet.
 */
export const batchModel = {
  /** Requests at once of one function: the default of the SDK's HTTP client. */
  connections: 50,
  /** Without a record, a shard is asked again after this long (https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html). */
  pollMs: 250,
  /** Processor time, on one whole processor. */
  cpuMsPerRecord: 0.15,
  cpuMsPerCall: 0.7,
  /** MB of memory at which a function has one whole processor (https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html). */
  wholeProcessorMb: 1769,
  /** Assumed: a read, a write and a transaction of the table, and a request of the bus. */
  readMs: 4,
  writeMs: 6,
  transactionMs: 12,
  busMs: 15,
  /** Changes of one page of a feed at most, and its size by its form (shared/changes; 18 changes were 15 KB, 6 KB packed). */
  changesPerPage: 25,
  kbPerChange: { PLAIN: 0.85, PACKED: 0.35 },
} as const;
