import { endpoint } from '#shared/http/edge';
import { contract } from './contract';
import { readLedger } from './read-ledger';

export const handler = endpoint(contract, readLedger);
