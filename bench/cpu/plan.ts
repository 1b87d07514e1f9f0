import type { RecordedCall } from '../handlers/wire';

/** What a process that invokes a handler is told. */
export interface Plan {
  /** Absolute path of the bundle. */
  readonly bundle: string;
  readonly event: unknown;
  /** The status that every answer must have. */
  readonly status: number;
  readonly calls: readonly RecordedCall[];
  /** The clock stands still here, so that nothing on record expires and no cache ends. Epoch ms. */
  readonly nowMs: number;
}

/** Of a batch of invocations, per invocation. */
export interface Measured {
  readonly cpuUs: number;
  readonly heapBytes: number;
  /** Calls on the wire of the last invocation. */
  readonly calls: number;
}
