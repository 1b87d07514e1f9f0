import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { readRequirements } from './read-requirements';

export const handler = endpoint(contract, readRequirements);
