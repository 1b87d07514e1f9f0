import { tooManyPersons, writeContention } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { MAX_PERSONS } from '#shared/signatures/domain/associated-person';
import { owner, ownerBody } from '#shared/signatures/examples';
import { exampleBusiness } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
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
