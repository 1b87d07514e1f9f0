import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { readCapabilities } from './read-capabilities';

export const handler = endpoint(contract, readCapabilities);
