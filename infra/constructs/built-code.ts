import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { ConfigurationError } from '#infra/config/configuration-error';
import { DOCUMENT_LAYER } from '#shared/documents/files';

const BUILD_OUTPUT = resolve(import.meta.dirname, '../../dist/functions');

/**
 * Returns the bundle of a function, or the Lambda layer for PDF documents, from the output of infra/build/build-functions.ts.
 * @throws ConfigurationError if the bundle or layer is not built
 */
export function builtCode(folder: string): Code {
  const path = resolve(BUILD_OUTPUT, folder);
  // The layer contains no `index.js`.
  if (!existsSync(path) || (folder !== DOCUMENT_LAYER && !existsSync(resolve(path, 'index.js')))) {
    throw new ConfigurationError(`dist/functions/${folder} is not built: run "npm run build"`);
  }
  return Code.fromAsset(path);
}
