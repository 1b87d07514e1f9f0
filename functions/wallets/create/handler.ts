import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { contract } from './contract';
import { createWallet } from './create-wallet';

export const handler = partnerEndpoint(contract, createWallet);
