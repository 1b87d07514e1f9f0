import { endpoint } from '#shared/http/edge';
import { readKyc } from '#shared/operations/read-kyc';
import { contract } from './contract';

export const handler = endpoint(contract, async ({ caller, params }) => ({
  data: await readKyc(params.userId, caller),
}));
