import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const document = read('docs/data-retention.md');
const first = document.slice(document.indexOf('### Table'), document.indexOf('### Elsewhere'));

/** Beginnings of the keys of all items, and what follows in the partitions of users and transactions. */
function prefixes(): string[] {
  const keys = read('shared/dynamodb/keys.ts');
  const partitions = [...keys.matchAll(/(?:recordKey\(|=>\n? *|return )[`']([A-Z]+#?)/g)];
  const sorted = [...keys.matchAll(/recordKey\(`(?:USER|TX)#\$\{\w+\}`,\s+[`']([A-Z_]+#?)/g)];
  const constants = [...keys.matchAll(/_PREFIX = '([A-Z]+#)'/g)];
  const found = [...partitions, ...sorted, ...constants].map(([, prefix = '']) => prefix);
  return [...new Set([...found, 'NTF#', 'FEEDSEEN#'])].toSorted();
}

it('names every kind of item that the keys have', () => {
  expect(prefixes().length).toBeGreaterThan(25);
  expect(prefixes().filter((prefix) => !document.includes(`\`${prefix}`))).toEqual([]);
});

it('names every prefix under which the service keeps files', () => {
  const sources = ['functions', 'shared'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => read(join(folder, path))),
  );
  const written = sources.flatMap((source) =>
    [...source.matchAll(/`((?:people|uploads|invoices)\/(?:\$\{[^}]+\}\/|[a-z]+\/)+)/g)].map(([, key = '']) => key),
  );
  const folders = written.map((key) => /^(\w+)\/.*?(kyc\/|signatures\/)?/.exec(key)?.[1] ?? key);
  expect(new Set(folders)).toEqual(new Set(['people', 'uploads', 'invoices']));
  for (const folder of folders) expect(first).toContain(`\`${folder}/`);
});

it('says how long uploads stay, as the bucket keeps them', () => {
  const [row = ''] = /^\| `uploads\/.*$/m.exec(first) ?? [];
  const [, rule = ''] = /prefix: 'uploads\/',\s+(expiration: [^}]+)\}/.exec(read('infra/stacks/data-stack.ts')) ?? [];
  const days = [...rule.matchAll(/Duration\.days\((\d+)\)/g)].map(([, count]) => count);
  expect(days).toHaveLength(2);
  expect(row).toContain(`${days[0]} days otherwise`);
  expect(document).toContain(`(\`uploads/\`: ${days[1]} days)`);
  // Deleting what was submitted is up to the page that takes it over.
  expect(row).toContain('until they are submitted');
  expect(read('functions/pages/verify/submit/send-verification.ts')).toContain('deleteUploads(');
});
