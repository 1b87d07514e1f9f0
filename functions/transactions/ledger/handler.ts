import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { readLedger } from './read-ledger';

export const handler = partnerEndpoint(contract, readLedger);
