/** Generates the files in `generatedPaths`, which git ignores. Programs call this module before they read these files. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isCurrent } from './build-stamp';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** Folder with the stamp of the last generation. */
export const STAMP_FOLDER = join(REPOSITORY, '.local', 'generated');

/** Files and folders that `tools/docs/main.ts --ignored` writes, relative to the repository's root. */
export const generatedPaths = [
  'docs/openapi.json',
  'docs/openapi-for-generators.json',
  'docs/postman',
  'sdk/src/generated',
] as const;

/**
 * Generates the files if a source has changed. If the generation fails, prints the reason and keeps the existing files.
 * @throws Error if the generation fails and a file does not exist
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
  process.stderr.write('Generation failed. The earlier OpenAPI document and SDK are still used.\n');
}
