import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  // The changelog contains old file names. The texts of tools/bench/prose are also in docs/benchmarks.md, which this test checks.
  .filter((file) => file !== '' && file !== 'CHANGELOG.md' && !file.startsWith('tools/bench/prose/'));

const FOLDERS = 'bin|docs|functions|infra|shared|test|tools';
/** Matches a path in a text. Excludes placeholders such as `<resource>` and `*`. */
const PATHS = new RegExp(`(?<![\\w/.-])(?:${FOLDERS})/[\\w./-]*\\w(?![\\w*<{])`, 'g');
/**
 * Matches links to files. Excludes links with a leading slash: they lead to developer pages, which tools/site/sources.ts and
 * test/contract/site.test.ts check.
 */
const LINKS = /\]\(([^)#:\s/][^)#:\s]*)(?:#[^)]*)?\)/g;

/** Files that the deployer writes. */
const MADE_LATER = ['infra/config/production.json', 'infra/config/ENV.SECOND.json'];

/** Returns true for a file, a folder, a file without its extension, or the number of a decision (`docs/adr/023`). */
function exists(path: string): boolean {
  if (existsSync(join(ROOT, path)) || existsSync(join(ROOT, `${path}.ts`))) return true;
  const [, number] = /^docs\/adr\/(\d{3})$/.exec(path) ?? [];
  return number !== undefined && documents.some((file) => file.startsWith(`docs/adr/${number}-`));
}

describe.each(documents)('%s', (file) => {
  const text = existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : '';

  it('names only files and folders that exist', () => {
    const paths = [...new Set(text.match(PATHS))];
    expect(paths.filter((path) => !exists(path) && !MADE_LATER.includes(path))).toEqual([]);
  });

  it('links only to files that exist', () => {
    const links = [...text.matchAll(LINKS)].map(([, target = '']) => join(dirname(file), target));
    expect(links.filter((target) => !existsSync(join(ROOT, target)))).toEqual([]);
  });
});

it('no file is tracked that git ignores: programs make these', () => {
  expect(execFileSync('git', ['ls-files', '-ci', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })).toBe('');
});

/**
 * Returns the prefixes of all partition keys, of the sort keys in user and transaction partitions, and of the `_PREFIX`
 * constants.
 */
function keyPrefixes(): string[] {
  const keys = readFileSync(join(ROOT, 'shared/dynamodb/keys.ts'), 'utf8');
  const partitions = [...keys.matchAll(/(?:recordKey\(|=>\n? *|return )[`']([A-Z]+#?)/g)];
  const sorted = [...keys.matchAll(/recordKey\(`(?:USER|TX)#\$\{\w+\}`,\s+[`']([A-Z_]+#?)/g)];
  const constants = [...keys.matchAll(/_PREFIX = '([A-Z]+#)'/g)];
  return [...new Set([...partitions, ...sorted, ...constants].map(([, prefix = '']) => prefix))];
}

it('docs/data-retention.md names every kind of item that the keys have', () => {
  expect(keyPrefixes().length).toBeGreaterThan(25);
  const text = readFileSync(join(ROOT, 'docs/data-retention.md'), 'utf8');
  expect(keyPrefixes().filter((prefix) => !text.includes(`\`${prefix}`))).toEqual([]);
});
