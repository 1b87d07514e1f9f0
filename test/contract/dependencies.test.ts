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
const manifest = z.object({ version: z.string(), license: z.string() });

function read(path: string): unknown {
  return JSON.parse(readFileSync(resolve(ROOT, path), 'utf8'));
}

const deployed = dependencyTable('Deployed');
const brought = dependencyTable('Deployed with them');
const building = dependencyTable('For building');
const pairs = (rows: typeof deployed) => Object.fromEntries(rows.map(({ name, version }) => [name, version]));

describe('docs/dependencies.md', () => {
  it('lists every runtime dependency, with its exact version, and nothing else', () => {
    expect(pairs(deployed)).toEqual(own.dependencies);
  });

  it('lists every other dependency, with its exact version, and nothing else', () => {
    expect(pairs(building)).toEqual({ ...own.devDependencies, ...own.optionalDependencies });
  });

  it('names each package once', () => {
    const names = [...deployed, ...brought, ...building].map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  // Optional packages are installed on Linux with an x64 processor alone.
  const installed = building.filter(({ name }) => own.optionalDependencies[name] === undefined);
  it.each([...deployed, ...brought, ...installed])('$name $version is installed, under $licence', (row) => {
    const { version, license } = manifest.parse(read(`node_modules/${row.name}/package.json`));
    expect([version, license.replaceAll(/[()]/g, '').replace(' OR ', ' or ')]).toEqual([row.version, row.licence]);
  });
});

const locked = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      integrity: z.optional(z.string()),
      inBundle: z.optional(z.boolean()),
      optional: z.optional(z.boolean()),
      os: z.optional(z.array(z.string())),
      cpu: z.optional(z.array(z.string())),
    }),
  ),
});

describe('package-lock.json', () => {
  const { packages } = locked.parse(read('package-lock.json'));
  const unproven = Object.entries(packages).filter(
    ([path, { integrity, inBundle }]) => path !== '' && integrity === undefined && inBundle !== true,
  );

  it('holds the integrity of every package that is deployed or runs on Linux with an x64 processor', () => {
    const runsHere = unproven.filter(
      ([path, { optional, os, cpu }]) =>
        optional !== true ||
        ((os?.includes('linux') ?? true) && (cpu?.includes('x64') ?? true) && !path.includes('musl')),
    );
    expect(runsHere.map(([path]) => path)).toEqual([]);
  });

  it('lacks it for binaries of development tools on other platforms alone, as docs/dependencies.md says', () => {
    const families = new Set(unproven.map(([path]) => path.split('/')[1]));
    expect([...families].toSorted()).toEqual(['@biomejs', '@oxc-parser']);
    const text = readFileSync(resolve(ROOT, 'docs/dependencies.md'), 'utf8');
    expect(text).toContain(`${unproven.length} binaries`);
  });
});
