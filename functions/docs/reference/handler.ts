import { publicEndpoint } from '#shared/http/public-endpoint';
import { serveReference } from './serve-reference';

export const handler = publicEndpoint('getReference', serveReference);
