import { verificationInProgress, wrongVerificationKind } from '#shared/api/problems';
import { defineDocs } from '#shared/contract/define-docs';
import { kyc } from '#shared/identity/examples';
import { exampleBusiness } from '#shared/users/examples';
import { contract as getContract } from './get/contract';
import { contract as linkContract } from './link/contract';

export const getKyb = defineDocs(getContract, {
  sdk: ['kyb.get', 'Reads the status of the verification of a business.'],
  description:
    "Returns the status of a business's verification, the last submitted data of the business, and its beneficial owners. `sessionUrl` is the active verification link, the same URL as at its creation. It is null without an active link. For persons, use `/kyc`.",
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
    'Creates a link to a page where a business submits the verification. The link is a secret of this business. It works once, for 24 hours.',
  ],
  description:
    'Creates a link for a business, like a KYC link. The page asks for name, country of constitution, tax number, address, legal representative, owners and documents.',
  example: {
    path: { userId: exampleBusiness.id },
    body: { country: 'MX', partnerRedirectUri: 'partnerapp://verified' },
    data: { kybLink: exampleBusiness.kybLink },
  },
  refusals: [wrongVerificationKind('KYB'), verificationInProgress(kyc.verificationId)],
});
