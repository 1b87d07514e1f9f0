import { endpoint } from '#shared/http/edge';
import { askForVerificationLink } from '#shared/operations/ask-for-verification-link';
import { contract } from './contract';

export const handler = endpoint(contract, async (request) => ({
  data: { kybLink: await askForVerificationLink('KYB', request) },
}));
