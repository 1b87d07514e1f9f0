/** Examples of verification links: Ana is verified anew after a review, and a business for the first time. */
import type { ResponseData } from '#shared/api/response-schemas';
import type { Example } from './example';

type LinkOperation = 'createKycLink' | 'createKybLink' | 'getKyb';

/** A business of the partner, which the tests register before its first example. */
export const exampleBusiness = {
  id: '019bc2c2-41c0-7b3a-9c55-08d7e6f1a2b4',
  name: 'Comercializadora Quetzal, S.A. de C.V.',
} as const;

const site = 'https://sandbox.partner-ramp.example';
const kycLink = `${site}/verify/q3rYtT0m2nV8kJc5xWlA7sZ1uE4hBd9gPfRoN6iKyXe`;
const kybLink = `${site}/verify/Hc2vL9pQw7xE5rT1yU8iO3aS6dF4gJ0kZmXnB-_VqWs`;

const kyb: ResponseData<'Kyb'> = {
  verificationId: null,
  verificationStatus: 'NOT_STARTED',
  version: null,
  businessInfo: { businessName: exampleBusiness.name, countryOfConstitution: null, taxId: null },
  beneficialOwners: [],
  sessionUrl: kybLink,
  createdAt: '2026-01-15T16:35:00.264Z',
};

/** @param userId Ana's */
export function verificationExamples(userId: string): { readonly [Id in LinkOperation]: Example<Id> } {
  return {
    createKycLink: {
      path: { userId },
      body: { country: 'MX', partnerRedirectUri: 'https://partner.example.com/verified' },
      data: { kycLink },
    },
    createKybLink: {
      path: { userId: exampleBusiness.id },
      body: { country: 'MX', partnerRedirectUri: 'partnerapp://verified' },
      data: { kybLink },
    },
    getKyb: { path: { userId: exampleBusiness.id }, body: undefined, data: kyb },
  };
}
