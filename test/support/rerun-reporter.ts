import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** A test's full name as the runner matches it: a regular expression over names joined by spaces, in quotes for a shell. */
function pattern(fullName: string): string {
  const escaped = fullName.replaceAll(' > ', ' ').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return `'${escaped.replaceAll("'", "'\\''")}'`;
}

/** Prints the command that runs failed tests again, file by file, after the summary. */
export default class RerunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const failed = modules.filter((module) => !module.ok());
    if (failed.length === 0) return;
    const lines = failed.map((module) => {
      const tests = [...module.children.allTests('failed')];
      // One test is named; where several failed, or none because the file did not load, the file runs again.
      const [only, ...more] = tests;
      const name = only === undefined || more.length > 0 ? '' : ` -t ${pattern(only.fullName)}`;
      return `  npx vitest run --project ${module.project.name} ${relative(process.cwd(), module.moduleId)}${name}\n`;
    });
    process.stderr.write(`\nRun again what failed:\n${lines.join('')}`);
  }
}
