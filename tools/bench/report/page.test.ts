import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { barCells, benchmarksPage, PAGE } from './page';

it('docs/benchmarks.md is what the stored figures and the bars of today say: npm run bench -- --page', async () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../..', PAGE), 'utf8');
  expect(page).toBe(await benchmarksPage());
});

it('each part says of which commit its figures are', async () => {
  const sections = (await benchmarksPage()).split(/^## /m).slice(2);
  expect(sections.length).toBeGreaterThan(5);
  for (const section of sections)
    expect(section).toMatch(/^.+\n\n\d{4}-\d\d-\d\d, commit [0-9a-f]{8}( with changes)?, .+, Node \d+\.\d+\.\d+\n/);
});

it.each([
  ['at most', 1, 'reached'],
  ['at most', 1.01, '**missed**'],
  ['at least', 1, 'reached'],
  ['at least', 0.999_9, '**missed**'],
] as const)('a figure that has to be %s 1 and is %f: %s', (side, value, outcome) => {
  expect(barCells({ text: 'a ratio', side, limit: 1, value }).at(-1)).toBe(outcome);
});
