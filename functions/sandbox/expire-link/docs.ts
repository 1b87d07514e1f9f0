import { noOpenLink } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { userId } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['sandbox.expireVerificationLink', 'Ends the open verification link of a user at once.'],
  description:
    'Lets the open verification link of a user run out now, in the sandbox only, as it otherwise does after 24 hours. Where no page was opened by it you get `VERIFICATION_LINK_EXPIRED`, otherwise `VERIFICATION_ABANDONED`; the answer says which. Where none is open the answer is 409.',
  example: {
    path: { userId },
    data: {
      userId,
      event: 'VERIFICATION_LINK_EXPIRED',
      kind: 'KYC',
      country: 'MX',
      openedAt: null,
      endedAt: '2026-01-15T16:34:30.512Z',
    },
  },
  refusals: [noOpenLink()],
});
