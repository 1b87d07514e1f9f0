import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Returns the full name of a test as a regular expression for Vitest, quoted for a shell. */
function pattern(fullName: string): string {
  const escaped = fullName.replaceAll(' > ', ' ').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return `'${escaped.replaceAll("'", "'\\''")}'`;
}

/** Prints, after the summary, commands that run the failed tests again. */
export default class RerunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const failed = modules.filter((module) => !module.ok());
    if (failed.length === 0) return;
    const lines = failed.map((module) => {
      const tests = [...module.children.allTests('failed')];
      // If one test of a file failed, the command contains the test's name. If several tests failed, or if the file did not load,
      // the command runs the whole file.
      const [only, ...more] = tests;
      const name = only === undefined || more.length > 0 ? '' : ` -t ${pattern(only.fullName)}`;
      return `  npx vitest run --project ${module.project.name} ${relative(process.cwd(), module.moduleId)}${name}\n`;
    });
    process.stderr.write(`\nRun again what failed:\n${lines.join('')}`);
  }
}
