/** Counts the sequential service requests of an operation. Parallel requests count once. */
import { setImmediate as afterThisTurn } from 'node:timers/promises';

interface Count {
  depth: number;
  /**
   * Resolves at the end of the event-loop turn, when all parallel requests are done. `undefined` if no request is in progress.
   */
  turn: Promise<void> | undefined;
}

let count: Count | undefined;

/** @returns the result, and the number of sequential requests */
export async function countRoundTrips<Result>(work: () => Promise<Result>): Promise<{ result: Result; depth: number }> {
  const own: Count = { depth: 0, turn: undefined };
  count = own;
  try {
    return { result: await work(), depth: own.depth };
  } finally {
    count = undefined;
  }
}

/** Waits until all parallel requests are complete. Returns immediately if nothing is being counted. */
export async function roundTrip(): Promise<void> {
  if (count === undefined) return;
  count.turn ??= endOfTurn(count);
  await count.turn;
}

async function endOfTurn(own: Count): Promise<void> {
  await afterThisTurn();
  own.depth += 1;
  own.turn = undefined;
}
