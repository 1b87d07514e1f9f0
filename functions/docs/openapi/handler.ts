import { publicEndpoint } from '#shared/http/public-endpoint';
import { serveOpenApi } from './serve-openapi';

export const handler = publicEndpoint('getOpenApi', serveOpenApi(__dirname));
