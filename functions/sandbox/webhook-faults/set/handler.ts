import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { setFaults } from './set-faults';

export const handler = endpoint(contract, setFaults);
