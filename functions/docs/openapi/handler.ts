import { publicEndpoint } from '#shared/http/public';
import { serveOpenApi } from './serve-openapi';

export const handler = publicEndpoint('getOpenApi', serveOpenApi(__dirname));
