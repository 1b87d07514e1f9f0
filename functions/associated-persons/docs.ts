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
    'Adds a person. `ownershipPercent` is in percent (60.5), at most 100 for all owners together.',
  ],
  description:
    'Puts a person of a business on record: an ultimate beneficial owner (`UBO`), a legal representative or a director. A business has at most 50. The shares of all beneficial owners together must not exceed 100 percent; a share has at most four decimals. A new beneficial owner has to sign before the business can move pesos again.',
  body: {
    about: 'A person to put on record.',
    email: 'An owner without one cannot be asked for a signature.',
    dateOfBirth: 'YYYY-MM-DD.',
    ownershipPercent: 'Above 0, at most 100, with at most four decimals; of all owners together at most 100.',
  },
  example: { path: { userId: exampleBusiness.id }, body: ownerBody, data: owner },
  refusals: [tooManyPersons(MAX_PERSONS), writeContention()],
});

export const deleteAssociatedPerson = defineDocs(deleteContract, {
  sdk: ['associatedPersons.delete', 'Takes a person off a business.'],
  description:
    'Takes a person off a business: it leaves every listing, its link can no longer be signed with, and its signature is no longer waited for. What it has signed stays on record and can still be downloaded.',
  example: { path: ownerPath, data: { id: owner.id, deletedAt: '2026-01-15T16:33:41.294Z' } },
  refusals: [lastUnsignedOwner(owner.id), personNotFound()],
});

export const listAssociatedPersons = defineDocs(listContract, {
  sdk: ['associatedPersons.list', 'Lists the persons of a business.'],
  description:
    'Lists the persons of a business, newest first unless asked otherwise, all of them or those of one role. `id` is what the signature operations call `associatedPersonId`.',
  parameters: { role: 'Only this role.' },
  example: { path: { userId: exampleBusiness.id }, query: { role: 'UBO' }, data: wholeList(owner) },
});
