/** Most business days that a settlement can be deferred by. */
export const MAX_FORWARDING_DAYS = 4;

/** When an order settles. Only MXN over-the-counter orders are deferred and list the days. */
export interface Forwarding {
  /** Requested T+N, 0 to 4. */
  readonly days: number;
  /** Calendar days from the trade day to the settlement day. */
  readonly effectiveDays: number;
  /** Epoch ms. */
  readonly settlementAtMs: number;
  /** The skipped days, each with its reason. */
  readonly adjustments: readonly { readonly date: string; readonly reason: string }[];
}
