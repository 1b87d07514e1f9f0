import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { getFaults } from './get-faults';

export const handler = endpoint(contract, getFaults);
