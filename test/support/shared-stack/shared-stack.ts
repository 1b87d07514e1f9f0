import { closeSync, openSync, readSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, inject } from 'vitest';
import { writeRecordedResponses } from '#test/support/documented/record-responses';
import { checkLog, watchedValues } from '#test/support/log-canary';
import { type StackInUse, useStack } from '#test/support/test-stack';
import { logOf, valuesOf } from './folder';
import { stackFacts } from './stack-facts';

/** Number of shared stacks. Each has a separate process; two use both cores of a small machine. */
const STACKS = 2;

/**
 * Returns the stack that this process shares with other test files, and starts it if needed. It uses the settings `FAST` of
 * test-stack.ts, but repeats failed webhooks immediately. A test file needs a separate stack if it counts all items or messages,
 * needs other settings, or stops functions. After the tests of a file, the function log must not contain personal values of their
 * requests and responses. Call this function at the top level of the file, not in hooks or tests.
 * @throws Error if the stack does not start
 */
export async function sharedStack(): Promise<StackInUse> {
  const { url, folder } = inject('sharedStacks');
  const number = String(Number(process.env.VITEST_POOL_ID) % STACKS);
  const response = await fetch(`${url}/${number}`);
  if (!response.ok) throw new Error(await response.text());
  const logFile = logOf(folder, number);
  const sizeBefore = statSync(logFile).size;
  afterAll(() => {
    writeRecordedResponses();
    // At the end of the run, keep-stacks.ts checks the logs of all shared stacks against these values again.
    writeFileSync(valuesOf(folder, process.pid), JSON.stringify(watchedValues()), { mode: 0o600 });
    checkLog(readFrom(logFile, sizeBefore));
  });
  return useStack(stackFacts.parse(await response.json()), logFile);
}

function readFrom(path: string, offset: number): string {
  const content = Buffer.alloc(statSync(path).size - offset);
  const file = openSync(path, 'r');
  const length = readSync(file, content, 0, content.length, offset);
  closeSync(file);
  return content.toString('utf8', 0, length);
}
