import { fileResponse, publicEndpoint } from '#shared/http/public-endpoint';
import { contentSecurityPolicy, referencePage } from './reference-page';

const headers = { 'cache-control': 'no-cache', 'content-security-policy': contentSecurityPolicy };

export const handler = publicEndpoint('getReference', (event) => fileResponse(event, referencePage, headers));
