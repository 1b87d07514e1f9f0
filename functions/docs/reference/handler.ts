import { publicEndpoint } from '#shared/http/public';
import { serveReference } from './serve-reference';

export const handler = publicEndpoint('getReference', serveReference);
