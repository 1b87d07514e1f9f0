import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the CDK assemblies for the current source files. */
    assemblies: string;
  }
}

const ROOT = resolve(import.meta.dirname, '../..');
const HOME = join(ROOT, '.local', 'test-assemblies');

/** Number of folders that we keep for other versions of the source files. */
const KEPT = 1;

/**
 * Provides a folder for CDK assemblies to test/support/stage-assembly.ts: a new folder if the hash of the source files is new.
 */
export default async function keepAssemblies(project: TestProject): Promise<void> {
  const sources = await hashSources();
  const folder = join(HOME, sources);
  mkdirSync(folder, { recursive: true });
  const now = new Date();
  utimesSync(folder, now, now);
  const others = readdirSync(HOME)
    .filter((name) => name !== sources)
    .map((name) => join(HOME, name))
    .sort((left, right) => statSync(right).mtimeMs - statSync(left).mtimeMs);
  for (const path of others.slice(KEPT)) rmSync(path, { recursive: true, force: true });
  project.provide('assemblies', folder);
}

/** Hashes the code of a synthesis (without comments) and its inputs: packages, feature flags, stage settings, Node version. */
async function hashSources(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['test/support/stage-assembly.ts', 'infra/checks/add-checks.ts'],
    outdir: HOME,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  const read = readdirSync(join(ROOT, 'infra'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => join('infra', name))
    .sort();
  const hash = createHash('sha256').update(process.version);
  for (const { text } of outputFiles) hash.update(text);
  for (const name of [...read, 'cdk.json', 'package-lock.json'])
    hash.update(`${name}\0`).update(readFileSync(join(ROOT, name)));
  return hash.digest('hex').slice(0, 32);
}
