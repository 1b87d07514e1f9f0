/** The one Region that writes, where a stage has two (docs/adr/072). Times are epoch ms. */

/** Ways in which the Region that wrote was kept from writing, from the surest to the least sure; `LOST`: no one could reach it. */
export const fenceKinds = ['FROZEN', 'DENIED', 'LOST'] as const;

/** The fence around the Region that wrote until then. */
export interface Fence {
  readonly kind: (typeof fenceKinds)[number];
  readonly reason: string;
  readonly operator: string;
  readonly atMs: number;
  /** True if all that it wrote has arrived: it was frozen first, and its last mark was seen here. */
  readonly isComplete: boolean;
}

export interface WritingRegion {
  /** The Region that writes, or wrote until it was fenced. */
  readonly region: string;
  /** Rises with each promotion. */
  readonly epoch: number;
  readonly sinceMs: number;
  /** The fence; absent while the Region writes. */
  readonly fence: Fence | undefined;
  /** Creations before it may have been paid by an order that never arrived here. Absent where all has arrived. */
  readonly reviewBeforeMs: number | undefined;
}

/** `FENCED`: no order may leave this Region. `REVIEW`: a person has to look at the provider's record first. */
export type OrderGate = 'OPEN' | 'FENCED' | 'REVIEW';

interface OrderedHere {
  /** The Region that asks. */
  readonly here: string;
  readonly createdAtMs: number;
  /** Epoch in which a person has last looked. @default none */
  readonly reviewed: number | undefined;
}

/** Decides if an order of money may leave a Region. */
export function orderGate(writing: WritingRegion, { here, createdAtMs, reviewed }: OrderedHere): OrderGate {
  const { region, epoch, fence, reviewBeforeMs } = writing;
  if (region !== here || fence !== undefined) return 'FENCED';
  const isInDoubt = reviewBeforeMs !== undefined && createdAtMs < reviewBeforeMs;
  return isInDoubt && reviewed !== epoch ? 'REVIEW' : 'OPEN';
}

/** Clocks of two machines differ by less. */
const CLOCKS_MS = 60_000;

/**
 * The Region after its promotion. What was created before the fence stays in doubt, unless all of it has arrived; an earlier
 * doubt stays, too, for what no one has looked at since.
 */
export function promoted(before: WritingRegion, region: string, atMs: number): WritingRegion {
  const { fence, epoch, reviewBeforeMs } = before;
  if (fence === undefined) throw new Error('A Region is promoted only once the other is fenced');
  return {
    ...{ region, epoch: epoch + 1, sinceMs: atMs, fence: undefined },
    reviewBeforeMs: fence.isComplete ? reviewBeforeMs : Math.max(fence.atMs, atMs) + CLOCKS_MS,
  };
}
