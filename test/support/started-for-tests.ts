import { afterAll, beforeAll } from 'vitest';

interface Stoppable {
  stop(): unknown;
}

/**
 * Starts something before the first test of a file, or of a `describe`, and stops it after the last one.
 * The first that is started is stopped last.
 * @returns what reads it, from the first test on
 */
export function startedForTests<Started extends Stoppable>(start: () => Started | Promise<Started>): () => Started {
  let started: Started | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started?.stop());
  return () => {
    if (started === undefined) throw new Error('It is started before the first test');
    return started;
  };
}
