import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { leaksIn } from '#test/support/log-canary';

/** Returns the path of the function log of a shared stack. */
export const logOf = (folder: string, stack: string) => join(folder, `stack-${stack}.log`);

/** Returns the path of the personal values that a test process sent and received. No log may contain them. */
export const valuesOf = (folder: string, pid: number) => join(folder, `values-${pid}.json`);

/** Finds leaks in the logs of all shared stacks: personal values that any test process sent or received, and secrets. */
export function leaksOf(folder: string): string[] {
  const read = (start: string) =>
    readdirSync(folder)
      .filter((name) => name.startsWith(start))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
  const values = new Set(read('values-').flatMap((text) => z.array(z.string()).parse(JSON.parse(text))));
  return read('stack-').flatMap((text) => leaksIn(text, values));
}
