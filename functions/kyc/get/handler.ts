import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { readKyc } from '#shared/identity/read-kyc';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller, params }) => ({
  data: await readKyc(params.userId, caller),
}));
