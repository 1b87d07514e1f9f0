import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { getSettings } from './get-settings';

export const handler = endpoint(contract, getSettings);
