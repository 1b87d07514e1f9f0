import { atEnd } from '#test/support/lifetime';
import { startTestStack, type TestStack, type TestStackOptions } from '#test/support/test-stack';

/** Starts a stack, and stops it after the current test. If no test runs, stops it after the tests of the file. */
export async function ownStack(options?: TestStackOptions): Promise<TestStack> {
  const running = await startTestStack(options);
  atEnd(running.stop);
  return running;
}
