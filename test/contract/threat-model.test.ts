import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const document = readFileSync(join(ROOT, 'docs/threat-model.md'), 'utf8');

const CLASSES = [
  'Spoofing',
  'Tampering',
  'Repudiation',
  'Information disclosure',
  'Denial of service',
  'Elevation of privilege',
];

const borders = document
  .split(/^## /m)
  .filter((section) => /^\d /.test(section))
  .map((section) => {
    const [title = '', ...lines] = section.split('\n');
    const cells = lines.map((line) => line.replace(/^\| | \|$/g, '').split(' | '));
    const rows = cells.flatMap(([kind = '', , , tests = '']) => (CLASSES.includes(kind) ? [{ kind, tests }] : []));
    return { title, rows };
  });

it('has the seven borders of the picture', () => {
  expect(borders.map(({ title }) => Number.parseInt(title, 10))).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

describe.each(borders)('border $title', ({ rows }) => {
  it('has every class, in the order of the acronym', () => {
    expect([...new Set(rows.map(({ kind }) => kind))]).toEqual(CLASSES);
  });

  it.each(rows)('$kind is shown by tests: $tests', ({ tests }) => {
    expect(tests).toMatch(/^`test\/[^`]+`(, `test\/[^`]+`)*$/);
  });
});

it('names files that exist', () => {
  const named = [...document.matchAll(/`(test\/[\w./-]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
