import { afterAll, beforeAll } from 'vitest';

interface Stoppable {
  stop(): unknown;
}

/**
 * Starts a resource before the first test of a file or `describe`, and stops it after the last test. Resources are stopped in
 * reverse order.
 * @returns a function that returns the resource, usable from the first test on
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
