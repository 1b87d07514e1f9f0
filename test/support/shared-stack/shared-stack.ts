import { closeSync, openSync, readSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, inject } from 'vitest';
import { writeRecordedResponses } from '#test/support/documented/record-responses';
import { checkLog, watchedValues } from '#test/support/log-canary';
import { type StackInUse, useStack } from '#test/support/test-stack';
import { logOf, valuesOf } from './folder';
import { stackFacts } from './stack-facts';

/** Stacks that all test files of a run share: each has a separate process, and two use both cores of a small machine. */
const STACKS = 2;

/**
 * The stack that this process shares with other test files, started if it is not yet. It has the settings `FAST`, and
 * failed webhooks are sent again at once. A file that counts what the whole table or a queue holds, that needs other
 * settings, or that stops or crashes functions starts its own. After the file's tests what functions have printed since must
 * hold nothing that this process has sent. Not for hooks and tests: it is called where the file is read.
 * @throws Error when it does not start
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
    // The logs are checked against these values again when the run ends.
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
