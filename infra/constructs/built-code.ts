import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { ConfigurationError } from '#infra/config/configuration-error';
import { DOCUMENT_LAYER } from '#shared/documents/files';

const BUILD_OUTPUT = resolve(import.meta.dirname, '../../dist/functions');

/**
 * The bundle of a function, or the content of the layer, as infra/build/build-functions.ts left it.
 * @throws ConfigurationError when it has not been built.
 */
export function builtCode(folder: string): Code {
  const path = resolve(BUILD_OUTPUT, folder);
  // The layer has no module.
  if (!existsSync(path) || (folder !== DOCUMENT_LAYER && !existsSync(resolve(path, 'index.js')))) {
    throw new ConfigurationError(`dist/functions/${folder} is not built: run "npm run build"`);
  }
  return Code.fromAsset(path);
}
