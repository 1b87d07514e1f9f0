import { noInformationRequested } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { releasedCrossRamp } from '#shared/transactions/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['transactions.provideInformation', 'Answers what a hold asks for, so that its payout can go on.'],
  description:
    'Gives the information that the `hold` of a transaction asks for: an item for each field of `requestedInformation`, with a `value` or the address of a file. All of it is given at once; what is not asked for is refused. The hold then waits for the platform, until `HOLD_RELEASED_…` or `FAILED_…` is sent; in the sandbox it is released at once. What is not answered by the `deadline` ends as `FAILED` with `INFORMATION_NOT_PROVIDED`.',
  body: {
    about: 'Answers to what a hold asks for.',
    items: 'An answer to each field of `requestedInformation`.',
  },
  example: {
    path: { id: releasedCrossRamp.id },
    body: { items: [{ field: 'relationship', value: 'Supplier of office furniture since 2019' }] },
    data: releasedCrossRamp,
  },
  refusals: [noInformationRequested()],
});
