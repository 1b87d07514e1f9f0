import { defineDocs } from '#shared/contract/define-docs';
import { defaultAgreement } from '#shared/partners/domain/partner';
import { contract as getContract } from './get/contract';
import { toCapabilities } from './get/read-capabilities';

export const getCapabilities = defineDocs(getContract, {
  sdk: ['capabilities.get', 'Reads corridors, tokens, countries and the minimum and maximum amounts.'],
  description:
    'Returns what your agreement allows: currencies, tokens on their blockchains, corridors with fees, destinations with rails, thresholds and limits. The response also contains the environment. Store the `ETag` and send it as `If-None-Match`. The response 304 means that nothing has changed. `limits` contains the maximum of one transaction. If your agreement has limits over time, `limits` also contains their used and remaining amounts.',
  parameters: { userId: 'One of your users. Adds the limits over time of this user.' },
  example: { data: toCapabilities(defaultAgreement('sandbox'), 'sandbox', 60) },
});
