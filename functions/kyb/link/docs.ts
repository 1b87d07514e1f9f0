import { verificationInProgress, wrongVerificationKind } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { kyc } from '#shared/identity/examples';
import { exampleBusiness } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
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
