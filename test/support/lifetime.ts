/**
 * Resources that end after their test or, if no test is running, after the tests of the file. Do not create them in hooks: a hook
 * runs too late to register their cleanup.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';
import { type Receiver, startReceiver } from '#local/partner/webhook-receiver';

/** Calls a function after the current test, or after the tests of the file. */
export function atEnd(end: () => unknown): void {
  if (TestRunner.getCurrentTest() === undefined) afterAll(async () => void (await end()));
  else onTestFinished(async () => void (await end()));
}

/** Creates a folder outside of the project. @returns its path */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-test-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a webhook receiver. */
export async function newReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  atEnd(receiver.stop);
  return receiver;
}
