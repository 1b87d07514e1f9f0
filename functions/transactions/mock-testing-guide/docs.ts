import { defineDocs } from '#shared/http/docs';
import { contract } from './contract';
import { guideFor } from './guide';

export const docs = defineDocs(contract, {
  sdk: ['sandbox.getMockTestingGuide', 'Reads which amounts lead to which outcome.'],
  description:
    'Returns the sandbox amounts and the outcome that each leads to, from the table that drives the simulator itself. In production `enabled` is false and the rules are empty.',
  example: { data: guideFor('sandbox') },
});
