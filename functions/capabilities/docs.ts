import { defineDocs } from '#shared/contract/define-docs';
import { defaultAgreement } from '#shared/partners/domain/partner';
import { contract as getContract } from './get/contract';
import { toCapabilities } from './get/read-capabilities';

export const getCapabilities = defineDocs(getContract, {
  sdk: ['capabilities.get', 'Reads corridors, tokens, countries and the smallest and largest amounts.'],
  description:
    'Returns what your agreement lets you do: currencies, tokens on their chains, corridors with their fees, destinations with their rails, thresholds and limits, and which environment this is. Keep the `ETag` and send it as `If-None-Match`: 304 says that nothing has changed. `limits` has the most of one transaction and, where your agreement has limits over time, what is used of them and what is left.',
  parameters: { userId: 'One of your users, for its limits over time too.' },
  example: { data: toCapabilities(defaultAgreement('sandbox'), 'sandbox', 60) },
});
