import { defineDocs } from '#shared/http/docs';
import { completedCrossRamp, crossRamp } from '#shared/transactions/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['transactions.get', 'Reads a transaction.'],
  description:
    "Returns one transaction as it stands, including writes that were answered a moment ago. `version` rises with every change. An unknown id and another partner's transaction both answer 404.",
  example: { path: { id: crossRamp.id }, data: completedCrossRamp },
});
