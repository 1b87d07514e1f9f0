import { atEnd } from '#test/support/lifetime';
import { startTestStack, type TestStack, type TestStackOptions } from '#test/support/test-stack';

/** Starts a stack for one test file, or for the current test. */
export async function ownStack(options?: TestStackOptions): Promise<TestStack> {
  const running = await startTestStack(options);
  atEnd(running.stop);
  return running;
}
