import { publicEndpoint } from '#shared/http/public-endpoint';
import { serveAsset } from './serve-asset';

export const handler = publicEndpoint('getReferenceAsset', serveAsset(__dirname));
