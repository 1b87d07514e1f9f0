import { verificationInProgress, wrongVerificationKind } from '#shared/api/problems';
import { defineDocs } from '#shared/contract/define-docs';
import { kyc } from '#shared/identity/examples';
import { exampleBusiness } from '#shared/users/examples';
import { contract as getContract } from './get/contract';
import { contract as linkContract } from './link/contract';

export const getKyb = defineDocs(getContract, {
  sdk: ['kyb.get', 'Reads where the verification of a business stands.'],
  description:
    "Returns where a business's verification stands, what was last submitted of the business, and its beneficial owners. `sessionUrl` is the address of the link that can still be opened, the same as it was returned; null when there is none. Persons have `/kyc` instead.",
  example: {
    path: { userId: exampleBusiness.id },
    data: {
      verificationId: null,
      verificationStatus: 'NOT_STARTED',
      version: null,
      businessInfo: { businessName: exampleBusiness.name, countryOfConstitution: null, taxId: null },
      beneficialOwners: [],
      sessionUrl: exampleBusiness.kybLink,
      createdAt: '2026-01-15T16:35:00.264Z',
    },
  },
  refusals: [wrongVerificationKind('KYB')],
});

export const createKybLink = defineDocs(linkContract, {
  sdk: [
    'kyb.createLink',
    'Makes the link of a page where a business submits its verification itself. It is a secret of that business, and works once, for 24 hours.',
  ],
  description:
    'The same for a business: the page asks for its name, country of constitution, tax number and address, for its legal representative, and for documents.',
  example: {
    path: { userId: exampleBusiness.id },
    body: { country: 'MX', partnerRedirectUri: 'partnerapp://verified' },
    data: { kybLink: exampleBusiness.kybLink },
  },
  refusals: [wrongVerificationKind('KYB'), verificationInProgress(kyc.verificationId)],
});
