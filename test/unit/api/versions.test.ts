import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { API_VERSIONS, CURRENT_VERSION } from '#shared/api/versions';

const changelog = readFileSync(resolve(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8');
const sections = [...changelog.matchAll(/^## (.+)$/gm)].map(([, title]) => title ?? '');

it('are the days of the changelog, whose newest section is the current version', () => {
  expect(sections[0]).toBe(CURRENT_VERSION);
  expect(sections.slice(0, API_VERSIONS.length)).toEqual(API_VERSIONS);
});

it('are days, the newest first', () => {
  for (const title of sections) expect(title).toMatch(/^20\d{2}-[01]\d-[0-3]\d$/);
  expect(sections).toEqual(sections.toSorted().toReversed());
});
