import { wrongVerificationKind } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { exampleBusiness } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['kyb.get', 'Reads where the verification of a business stands.'],
  description:
    "Returns where a business's verification stands, what was last submitted of the business, and its beneficial owners. `sessionUrl` is the address of the link that can still be opened, the same as it was answered; null when there is none. Persons have `/kyc` instead.",
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
