/** Every function has its own test: endpoint table, worker table and files match one to one. */
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { endpoints } from '#shared/api/endpoints';
import { workers } from '#shared/api/workers';

const folders = [...endpoints, ...workers].map(({ folder }) => folder);
const tested = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.includes('/') && file.endsWith('.test.ts'))
  .map((file) => file.replace(/\.test\.ts$/, ''));

it('each function has a test of its own', () => {
  expect(folders.filter((folder) => !tested.includes(folder))).toEqual([]);
});

it('each test is of a function', () => {
  expect(tested.filter((file) => !folders.includes(file))).toEqual([]);
});
