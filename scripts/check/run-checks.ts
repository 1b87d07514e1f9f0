/** Checks of the checkout that run side by side, each with the command that repeats or repairs it. */
import { spawn } from 'node:child_process';
import { delimiter, resolve } from 'node:path';

const PROGRAMS = resolve(import.meta.dirname, '../../node_modules/.bin');

export interface Check {
  readonly name: string;
  /** Command line; programs of this project's packages are found by their names. */
  readonly command: string;
  /** Returns the command to run next, by the output of a failure. @default the command itself */
  readonly repair?: (output: string) => string;
}

/** Returns the command that repairs the findings of Biome: the layout alone, all that it can repair, or none. */
export function repairForBiome(output: string): string {
  const findings = [...output.matchAll(/ (format|(?:assist|lint)\/\S+|parse) .*━$/gm)].map(([, rule]) => rule);
  if (findings.length > 0 && findings.every((rule) => rule === 'format')) return 'npm run format';
  return output.includes('Safe fix:') ? 'npx biome check --write .' : 'npx biome check .';
}

/** Runs the checks at once. The output of a failure is told whole, so that two do not mix. @returns whether all passed */
export async function runChecks(checks: readonly Check[], tell: (line: string) => void): Promise<boolean> {
  const failures = await Promise.all(
    checks.map(async ({ name, command, repair }) => {
      const startedMs = performance.now();
      const { code, output } = await run(command);
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      tell(`${code === 0 ? 'passed' : 'FAILED'}  ${name}, ${seconds} s`);
      if (code === 0) return [];
      tell(output.trim());
      return [
        `${name}: see the files above, then run ${repair?.(output) ?? (command.startsWith('node ') ? command : `npx ${command}`)}`,
      ];
    }),
  );
  for (const failure of failures.flat()) tell(failure);
  return failures.flat().length === 0;
}

function run(command: string): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((done, fail) => {
    const env = { ...process.env, PATH: `${PROGRAMS}${delimiter}${process.env.PATH ?? ''}` };
    const child = spawn(command, { shell: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.on('error', fail).on('close', (code) => done({ code, output }));
  });
}
