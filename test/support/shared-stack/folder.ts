import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { leaksIn } from '#test/support/log-canary';

/** Where a shared stack's functions print to, in the folder of the run. */
export const logOf = (folder: string, stack: string) => join(folder, `stack-${stack}.log`);

/** Where a process of test files leaves what it has sent and been answered: values that no log may hold. */
export const valuesOf = (folder: string, pid: number) => join(folder, `values-${pid}.json`);

/** What the logs of all shared stacks give away, of what any process has sent and of secrets in general. */
export function leaksOf(folder: string): string[] {
  const read = (start: string) =>
    readdirSync(folder)
      .filter((name) => name.startsWith(start))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
  const values = new Set(read('values-').flatMap((text) => z.array(z.string()).parse(JSON.parse(text))));
  return read('stack-').flatMap((text) => leaksIn(text, values));
}
