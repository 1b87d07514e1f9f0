import { writeContention } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { anaWithAlias, userId } from '#shared/users/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['sandbox.decideVerification', 'Decides the verification of a user at once.'],
  description:
    "Decides a user's verification as you ask, in the sandbox only, so that your tests need neither documents nor a browser. It works from any status and sends the same events as a decision of the provider: a user without a verification gets one first (`CREATED_KYC`), one in progress is decided now, and a decision that stands is replaced. Asking for the status that the user has changes nothing and sends nothing.",
  example: {
    path: { userId },
    body: { result: 'REVIEW_NEEDED' },
    data: {
      ...anaWithAlias,
      kycStatus: 'REVIEW_NEEDED',
      version: anaWithAlias.version + 1,
      updatedAt: '2026-01-15T16:34:02.118Z',
    },
  },
  refusals: [writeContention()],
});
