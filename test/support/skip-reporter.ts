import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Finds the reason in the name of a test or suite that was skipped when its file loaded. */
const IN_NAME = /\(skipped: ([^)]+)\)/;

/** Returns the reason of a skipped test: the note of `context.skip`, or the reason in its name. */
function skipReason(test: Pick<TestCase, 'fullName' | 'result'>): string {
  const result = test.result();
  const note = result.state === 'skipped' ? result.note : undefined;
  return note ?? IN_NAME.exec(test.fullName)?.[1] ?? `no reason given: ${test.fullName}`;
}

/** Prints the reasons of skipped tests with their counts after the summary. */
export default class SkipReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    // If tests are selected by name, all other tests are skipped; their number has no meaning.
    if (process.argv.some((argument) => /^(-t|--testNamePattern)/.test(argument))) return;
    const counts = new Map<string, number>();
    for (const module of modules)
      for (const test of module.children.allTests('skipped')) {
        const reason = skipReason(test);
        counts.set(reason, (counts.get(reason) ?? 0) + 1);
      }
    for (const [reason, count] of counts) process.stdout.write(` Skipped  ${count} for: ${reason}\n`);
  }
}
