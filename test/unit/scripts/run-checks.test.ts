import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { repairForBiome, runChecks } from '#scripts/check/run-checks';

let folder: string;
let lines: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'partner-ramp-checks-'));
  writeFileSync(join(folder, 'biome.json'), '{ "root": true }');
  lines = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const check = (...commands: readonly string[]) =>
  runChecks(
    commands.map((command) => ({
      name: 'lint',
      command,
      ...(command.includes('biome') && { repair: repairForBiome }),
    })),
    (line) => void lines.push(line),
  );

it.each([
  ['a wrong layout', 'export const a = {b:1}\n', 'npm run format'],
  [
    'a wrong order of imports',
    "import b from './b';\nimport a from './a';\n\nexport default [a, b];\n",
    'npx biome check --write .',
  ],
  ['what Biome cannot repair', 'debugger;\n\nexport {};\n', 'npx biome check .'],
])('names the file and the command for %s', async (_case, text, command) => {
  writeFileSync(join(folder, 'wrong.js'), text);
  expect(await check(`cd "${folder}" && biome check .`)).toBe(false);
  expect(lines.slice(0, 2)).toEqual([expect.stringMatching(/^FAILED {2}lint, /), expect.stringContaining('wrong.js')]);
  expect(lines.at(-1)).toBe(`lint: see the files above, then run ${command}`);
});

it('runs every check, and fails where one of them fails', async () => {
  expect(await check('node -e 0', 'node --eval "process.exit(2)"')).toBe(false);
  expect(lines.at(-1)).toBe('lint: see the files above, then run node --eval "process.exit(2)"');
  expect(lines.filter((line) => line.startsWith('passed'))).toHaveLength(1);
  expect(await check('node -e 0')).toBe(true);
});
