/** Counts how many calls of services follow one another in a piece of work: calls that are under way together count once. */
import { setImmediate as afterThisTurn } from 'node:timers/promises';

interface Count {
  depth: number;
  /** The turn that all calls under way end with. */
  turn: Promise<void> | undefined;
}

let count: Count | undefined;

/** @returns the result of the work, and the calls on its longest path */
export async function countRoundTrips<Result>(work: () => Promise<Result>): Promise<{ result: Result; depth: number }> {
  const own: Count = { depth: 0, turn: undefined };
  count = own;
  try {
    return { result: await work(), depth: own.depth };
  } finally {
    count = undefined;
  }
}

/** Takes as long as all other running calls. It has no effect outside of a count. */
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
