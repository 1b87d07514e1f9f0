import { defineDocs, wholeList } from '#shared/http/docs';
import { owner } from '#shared/signatures/examples';
import { exampleBusiness } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['associatedPersons.list', 'Lists the persons of a business.'],
  description:
    'Lists the persons of a business, newest first unless asked otherwise, all of them or those of one role. `id` is what the signature operations call `associatedPersonId`.',
  parameters: { role: 'Only this role.' },
  example: { path: { userId: exampleBusiness.id }, query: { role: 'UBO' }, data: wholeList(owner) },
});
