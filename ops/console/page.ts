/** The page of the operators' console. */
import { join } from 'node:path';
import type { Environment } from '#ops/connection';
import { consolePage } from '#site/console-page';

const SCRIPT = join(import.meta.dirname, 'browser/console.tsx');

/** Makes the files of the page, by their paths. */
export function pageFiles(env: Environment) {
  return consolePage({ script: SCRIPT, title: `Console (${env})`, env });
}
