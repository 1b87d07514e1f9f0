import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileResponse, publicEndpoint, servedFile } from '#shared/http/public-endpoint';

// Read at the start, so that a wrong build fails there.
const document = readFileSync(join(__dirname, 'openapi.json'), 'utf8');
const file = servedFile('application/json; charset=utf-8', document);

/** Any page may read it, and a copy is good for five minutes. */
const headers = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' };

export const handler = publicEndpoint('getOpenApi', (event) => fileResponse(event, file, headers));
