import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { dependencyTable } from '#test/support/dependency-tables';

const ROOT = resolve(import.meta.dirname, '../..');
const versions = z.record(z.string(), z.string());
const own = z
  .object({ dependencies: versions, devDependencies: versions, optionalDependencies: versions })
  .parse(read('package.json'));

function read(path: string): unknown {
  return JSON.parse(readFileSync(resolve(ROOT, path), 'utf8'));
}

const deployed = dependencyTable('Deployed');
const building = dependencyTable('For building');
const pairs = (rows: typeof deployed) => Object.fromEntries(rows.map(({ name, version }) => [name, version]));

describe('docs/dependencies.md', () => {
  it('lists every runtime dependency, with its exact version, and nothing else', () => {
    expect(pairs(deployed)).toEqual(own.dependencies);
  });

  it('lists every other dependency, with its exact version, and nothing else', () => {
    expect(pairs(building)).toEqual({ ...own.devDependencies, ...own.optionalDependencies });
  });
});

const locked = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.optional(z.string()),
      inBundle: z.optional(z.boolean()),
      resolved: z.optional(z.string()),
    }),
  ),
});

describe('package-lock.json', () => {
  const packages = Object.entries(locked.parse(read('package-lock.json')).packages).filter(([path]) => path !== '');

  it('holds the integrity of every package, on every platform, but of those that come inside of another one', () => {
    const unproven = packages.filter(([, { integrity, inBundle }]) => integrity === undefined && inBundle !== true);
    expect(unproven.map(([path]) => path)).toEqual([]);
    expect(packages.filter(([, { integrity = 'sha512-' }]) => !integrity.startsWith('sha512-'))).toEqual([]);
  });

  it('names no registry', () => expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]));
});
