import { writeContention } from '#shared/api/problems';
import { defineDocs } from '#shared/contract/define-docs';
import { allowedAddresses } from '#shared/partners/allowed-addresses/examples';
import { contract as getContract } from './get/contract';
import { contract as updateContract } from './update/contract';

export const getAllowedAddresses = defineDocs(getContract, {
  sdk: ['allowedAddresses.get', 'Reads from where your key may be used.'],
  description:
    'Returns the ranges of addresses that the key of this call may be used from, as they are set now. They are null where it may be used from anywhere.',
  example: { data: allowedAddresses },
});

export const updateAllowedAddresses = defineDocs(updateContract, {
  sdk: [
    'allowedAddresses.update',
    'Narrows from where your key may be used. Each range lies within one that the key has; only we can widen them.',
  ],
  description:
    'Sets the ranges of addresses that the key of this call may be used from, in the place of those that were set before. It only narrows: each range lies within one that the key has now, or is any range where it has none, and the address of this request is in one of them. Otherwise the response is 400, and nothing changes. To widen or to lift them, ask us: a stolen key cannot widen itself. It holds everywhere within a minute; from any other address the key then returns 403 `ADDRESS_NOT_ALLOWED`. A successor of the key has the same ranges.',
  body: {
    about: 'Addresses that the key may be used from. Takes the place of what was set before.',
    allowedAddresses:
      'Ranges as CIDR, IPv4 or IPv6, or single addresses. Together they may not be all addresses of a family, and none may contain ::ffff:0:0/96.',
  },
  example: { body: { allowedAddresses: allowedAddresses.allowedAddresses }, data: allowedAddresses },
  refusals: [writeContention()],
});
