/** Generated files that git ignores: programs make them before they read them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isCurrent } from './build-stamp';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** Holds the stamp of the last generation. */
export const STAMP_FOLDER = join(REPOSITORY, '.local', 'generated');

/** Files and folders that `tools/docs/main.ts --ignored` writes, by their paths from the root. */
export const generatedPaths = [
  'docs/openapi.json',
  'docs/openapi-for-generators.json',
  'docs/postman',
  'sdk/src/generated',
] as const;

/**
 * Makes the generated files if a source has changed since they were made. If the sources are incomplete, such as those of an endpoint
 * without documentation, it prints the reason and keeps the files of the last generation.
 * @throws Error if there are no files to keep
 */
export default async function makeGenerated(): Promise<void> {
  if (isCurrent(STAMP_FOLDER, process.version)) return;
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/docs/main.ts', '--ignored'], {
    cwd: REPOSITORY,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'close');
  if (code === 0) return;
  if (!generatedPaths.every((path) => existsSync(join(REPOSITORY, path))))
    throw new Error('The OpenAPI document and the SDK could not be generated.');
  process.stderr.write('The OpenAPI document and the SDK are those of the last generation.\n');
}
