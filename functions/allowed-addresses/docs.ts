import { writeContention } from '#shared/api/problems';
import { defineDocs } from '#shared/contract/define-docs';
import { allowedAddresses } from '#shared/partners/allowed-addresses/examples';
import { contract as getContract } from './get/contract';
import { contract as updateContract } from './update/contract';

export const getAllowedAddresses = defineDocs(getContract, {
  sdk: ['allowedAddresses.get', 'Reads the allowed addresses of your key.'],
  description:
    'Returns the current allowed address ranges of the key of this request. `allowedAddresses` is null if the key works from any address.',
  example: { data: allowedAddresses },
});

export const updateAllowedAddresses = defineDocs(updateContract, {
  sdk: [
    'allowedAddresses.update',
    'Narrows the allowed addresses of your key. Each range must be inside a current range. Only we can widen the ranges.',
  ],
  description:
    'Replaces the allowed address ranges of the key of this request. You can only narrow the ranges: each new range must be inside a current range. If the key has no ranges, you can set any range. The new ranges must contain the address of this request. Otherwise the response is 400, and nothing changes. Only we can widen or remove the ranges, so that a stolen key cannot allow more addresses. The change is effective within a minute. Requests from other addresses then return 403 `ADDRESS_NOT_ALLOWED`. After a rotation, the new key has the same ranges.',
  body: {
    about: 'The allowed addresses. They replace the previous addresses.',
    allowedAddresses:
      'IPv4 or IPv6 ranges in CIDR notation, or single addresses. The list must not contain all IPv4 addresses, and no range can contain ::ffff:0:0/96.',
  },
  example: { body: { allowedAddresses: allowedAddresses.allowedAddresses }, data: allowedAddresses },
  refusals: [writeContention()],
});
