/** Checks that every function of the endpoint table and the worker table has a test that imports its handler. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { endpoints, workers } from '#shared/contract/endpoints';

it('each function has a test', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const tests = files.filter((file) => file.endsWith('.test.ts'));
  const texts = tests.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
  const untested = [...endpoints, ...workers].filter(
    ({ folder }) => !texts.some((text) => text.includes(`'#functions/${folder}/handler'`)),
  );
  expect(untested).toEqual([]);
});
