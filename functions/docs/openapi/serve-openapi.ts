import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileResponse, type PublicOperation, servedFile } from '#shared/http/public-endpoint';

/**
 * Serves openapi.json of a folder, read once. Any page may read it, and a copy is good for five minutes.
 * @throws Error when the file is not there, so that a wrong build fails at its first start
 */
export function serveOpenApi(folder: string): PublicOperation {
  const file = servedFile('application/json; charset=utf-8', readFileSync(join(folder, 'openapi.json'), 'utf8'));
  const headers = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' };
  return (event) => fileResponse(event, file, headers);
}
