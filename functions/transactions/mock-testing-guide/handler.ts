import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { readGuide } from './read-guide';

export const handler = endpoint(contract, readGuide);
