import { verificationInProgress, wrongVerificationKind } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { kyc } from '#shared/identity/examples';
import { userId } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: [
    'kyc.createLink',
    'Makes the link of a page where a person submits its verification itself. It is a secret of that person, and works once, for 24 hours.',
  ],
  description:
    "Makes the address of a page on which a person enters their details and documents, in Spanish, English or Portuguese, so that you need no form of your own. It asks for what verifications in `country` need. Send the address to that person alone: anyone who has it can use it. It works once, for 24 hours, and a newer link makes the older one void; so does a verification that you start yourself. On the last page a link leads to `partnerRedirectUri`, with nothing added to it: an https address, or one of your app's own scheme. After a rejection for reasons that the person can do something about, it asks for the refused items alone, and keeps the rest. What follows is the same as after a submission of yours, events included. While a verification is in progress, or after the user is verified, the answer is 409.",
  example: {
    path: { userId },
    body: { country: 'MX', partnerRedirectUri: 'https://partner.example.com/verified' },
    data: { kycLink: 'https://sandbox.partner-ramp.example/verify/q3rYtT0m2nV8kJc5xWlA7sZ1uE4hBd9gPfRoN6iKyXe' },
  },
  refusals: [wrongVerificationKind('KYC'), verificationInProgress(kyc.verificationId)],
});
