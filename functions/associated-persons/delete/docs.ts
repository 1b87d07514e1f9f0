import { lastUnsignedOwner, personNotFound } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { owner, ownerPath } from '#shared/signatures/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['associatedPersons.delete', 'Takes a person off a business.'],
  description:
    'Takes a person off a business: it leaves every listing, its link can no longer be signed with, and its signature is no longer waited for. What it has signed stays on record and can still be downloaded.',
  example: { path: ownerPath, data: { id: owner.id, deletedAt: '2026-01-15T16:33:41.294Z' } },
  refusals: [lastUnsignedOwner(owner.id), personNotFound()],
});
