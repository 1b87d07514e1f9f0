import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const UNIT = resolve(import.meta.dirname, '../..');

/** The rows that the tests of a folder or file are named after. */
function rowsNamedIn(path: string): Set<string> {
  const text = readFileSync(path, 'utf8');
  return new Set([...text.matchAll(/\(\s*['"`]([FI]\d\d) /g)].flatMap(([, row]) => row ?? []));
}

const rows = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`);

it('every row of the failure table has a test of its name', () => {
  const folder = import.meta.dirname;
  const files = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
  const named = new Set(files.flatMap((name) => [...rowsNamedIn(join(folder, name))]));
  expect([...named].toSorted()).toEqual(rows('F', 44));
});

it('every row of the table of idempotent creation has a test of its name', () => {
  const named = rowsNamedIn(join(UNIT, 'http/idempotency-rows.test.ts'));
  expect([...named].toSorted()).toEqual(rows('I', 16));
});
