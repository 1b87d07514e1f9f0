import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const TESTS = resolve(import.meta.dirname, '../../..');

/** Finds row ids of the documents, such as `F01`, in the names of a folder's tests. @param letter first letter of the ids */
function rowsNamedIn(folder: string, letter: string): string[] {
  const files = readdirSync(join(TESTS, folder), { recursive: true, encoding: 'utf8' });
  const texts = files.filter((name) => name.endsWith('.test.ts')).map((name) => join(TESTS, folder, name));
  const titles = /[([]\s*['"`]((?:[FHIOP]\d\d[ :,]+)+)/g;
  const names = texts.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(titles)].map(([, rows = '']) => rows));
  return names.flatMap((rows) => rows.match(new RegExp(`${letter}\\d\\d`, 'g')) ?? []);
}

const rows = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`);

it('every row of the failure table has a test of its name', () => {
  const named = new Set(['unit/delivery', 'unit/http', 'handlers'].flatMap((folder) => rowsNamedIn(folder, 'F')));
  expect([...named].toSorted()).toEqual(rows('F', 44));
});

it('every row of the table of idempotent creation has a test of its name', () => {
  const named = new Set(rowsNamedIn('unit/http', 'I'));
  expect([...named].toSorted()).toEqual(rows('I', 16));
});

it.each([
  ['of a payout that is held', 'H', 7],
  ['of conversions and refunds', 'O', 10],
  ['of a proof that is looked up', 'P', 5],
])('every row %s has a test of its name', (_, letter, count) => {
  const named = ['unit/transactions', 'handlers', 'integration'].flatMap((folder) => rowsNamedIn(folder, letter));
  expect([...new Set(named)].toSorted()).toEqual(rows(letter, count));
});
