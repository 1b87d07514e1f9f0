import { lastUnsignedOwner, personNotFound, tooManyPersons, writeContention } from '#shared/api/problems';
import { defineDocs, wholeList } from '#shared/contract/define-docs';
import { MAX_PERSONS } from '#shared/signatures/domain/associated-person';
import { owner, ownerBody, ownerPath } from '#shared/signatures/examples';
import { exampleBusiness } from '#shared/users/examples';
import { contract as createContract } from './create/contract';
import { contract as deleteContract } from './delete/contract';
import { contract as listContract } from './list/contract';

export const createAssociatedPerson = defineDocs(createContract, {
  sdk: [
    'associatedPersons.create',
    'Adds a person. `ownershipPercent` is in percent (60.5). The total of all owners is at most 100.',
  ],
  description:
    'Adds a person to a business: an ultimate beneficial owner (`UBO`), a legal representative or a director. A business can have at most 50 persons. The total share of all beneficial owners is at most 100 percent. A share has at most four decimals. A new beneficial owner must sign before the business can send or receive Mexican pesos again.',
  body: {
    about: 'A person to add.',
    email: 'An owner without an e-mail address cannot sign.',
    dateOfBirth: 'YYYY-MM-DD.',
    ownershipPercent: 'Above 0, at most 100, with at most four decimals. The total of all owners is at most 100.',
  },
  example: { path: { userId: exampleBusiness.id }, body: ownerBody, data: owner },
  refusals: [tooManyPersons(MAX_PERSONS), writeContention()],
});

export const deleteAssociatedPerson = defineDocs(deleteContract, {
  sdk: ['associatedPersons.delete', 'Removes a person from a business.'],
  description:
    'Removes a person from a business. No list contains the person any more, the signing link no longer works, and the signature is no longer required. You can still download a declaration that the person has signed.',
  example: { path: ownerPath, data: { id: owner.id, deletedAt: '2026-01-15T16:33:41.294Z' } },
  refusals: [lastUnsignedOwner(owner.id), personNotFound()],
});

export const listAssociatedPersons = defineDocs(listContract, {
  sdk: ['associatedPersons.list', 'Lists the persons of a business.'],
  description:
    'Lists the persons of a business, by default newest first. Use `role` to list one role. `id` is the `associatedPersonId` in the signature operations.',
  parameters: { role: 'Only this role.' },
  example: { path: { userId: exampleBusiness.id }, query: { role: 'UBO' }, data: wholeList(owner) },
});
