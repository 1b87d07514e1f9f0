import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileResponse, publicEndpoint } from '#shared/http/public-endpoint';
import { servedDocument } from '#shared/http/served-document';

// Read the document at cold start, so that a wrong build fails immediately.
const document = servedDocument(readFileSync(join(__dirname, 'openapi.json'), 'utf8'));

/** Pages of any origin may read the document, and caches may keep it for five minutes. */
const headers = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*', vary: 'accept-encoding' };

export const handler = publicEndpoint('getOpenApi', (event) => fileResponse(event, document(event), headers));
