import { defineDocs } from '#shared/http/docs';
import { branding } from '#shared/partners/branding/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['branding.get', 'Reads how you show yourself to people.'],
  description:
    'Returns the name, logo, colour and addresses that people see on the pages that you send them to. Each is null until it is set.',
  example: { data: branding },
});
