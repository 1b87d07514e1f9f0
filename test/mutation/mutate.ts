/**
 * `npm run mutate`: what the tests of handlers and of the domain notice when the code is changed. Further arguments go to
 * Stryker, such as `--mutate functions/users/create/create-user.ts`. A survivor that does not compile is no change that
 * anyone could make: it is tried again by the compiler, and counted apart.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';

const ROOT = resolve(import.meta.dirname, '../..');
const REPORT = '.local/mutation.json';
const COPY = join(ROOT, '.local/mutants');

const position = z.object({ line: z.number(), column: z.number() });
const mutant = z.object({
  mutatorName: z.string(),
  replacement: z.string(),
  status: z.string(),
  location: z.object({ start: position, end: position }),
});
const report = z.object({ files: z.record(z.string(), z.object({ source: z.string(), mutants: z.array(mutant) })) });
type Mutant = z.infer<typeof mutant>;

function run(command: string, args: readonly string[], { cwd = ROOT, quiet = false } = {}): boolean {
  return (
    spawnSync(join(ROOT, 'node_modules/.bin', command), args, { cwd, stdio: quiet ? 'ignore' : 'inherit' }).status === 0
  );
}

/** The place of a position, which counts lines and columns from one. */
function offset(source: string, { line, column }: Mutant['location']['start']): number {
  const before = source.split('\n').slice(0, line - 1);
  return before.reduce((length, text) => length + text.length + 1, column - 1);
}

function apply(source: string, { location: { start, end }, replacement }: Mutant): string {
  return source.slice(0, offset(source, start)) + replacement + source.slice(offset(source, end));
}

/** A copy of what is deployed, to compile changes in. */
function copySources(): void {
  rmSync(COPY, { recursive: true, force: true });
  mkdirSync(COPY, { recursive: true });
  for (const name of ['functions', 'shared', 'package.json', 'tsconfig.json'])
    cpSync(join(ROOT, name), join(COPY, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(COPY, 'node_modules'));
  writeFileSync(join(COPY, 'tsconfig.sources.json'), '{ "extends": "./tsconfig.json", "include": ["functions"] }');
}

const compiles = () => run('tsc', ['-p', 'tsconfig.sources.json'], { cwd: COPY, quiet: true });

if (!run('stryker', ['run', 'test/mutation/stryker.config.json', ...process.argv.slice(2)])) process.exit(1);
copySources();
if (!compiles()) throw new Error('The code does not compile as it is: npm run check');

const rows = Object.entries(report.parse(JSON.parse(readFileSync(join(ROOT, REPORT), 'utf8'))).files).map(
  ([file, { source, mutants }]) => {
    const alive = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
    const survivors = alive.filter((candidate) => {
      writeFileSync(join(COPY, file), apply(source, candidate));
      return compiles();
    });
    writeFileSync(join(COPY, file), source);
    return { file, mutants: mutants.length, refused: alive.length - survivors.length, survivors };
  },
);
rmSync(COPY, { recursive: true, force: true });

const total = { mutants: 0, refused: 0, survived: 0 };
console.log('\n| File | Mutants | Do not compile | Killed | Survived |\n|---|---|---|---|---|');
for (const { file, mutants, refused, survivors } of rows) {
  const killed = mutants - refused - survivors.length;
  console.log(`| \`${file}\` | ${mutants} | ${refused} | ${killed} | ${survivors.length} |`);
  total.mutants += mutants;
  total.refused += refused;
  total.survived += survivors.length;
}
const real = total.mutants - total.refused;
const killed = real - total.survived;
console.log(`| all | ${total.mutants} | ${total.refused} | ${killed} | ${total.survived} |`);
console.log(`\n${((100 * killed) / real).toFixed(1)} % of the ${real} mutants that compile are killed. Survivors:`);
for (const { file, survivors } of rows)
  for (const { location, mutatorName, replacement } of survivors)
    console.log(`${file}:${location.start.line} ${mutatorName}: ${replacement.replaceAll(/\s+/g, ' ')}`);
