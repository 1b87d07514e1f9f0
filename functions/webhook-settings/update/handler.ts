import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { updateSettings } from './update-settings';

export const handler = endpoint(contract, updateSettings);
