import { endpoint } from '#shared/http/edge';
import { linkAnswerSeal as seal } from '#shared/links/answer-seal';
import { answerOnce } from '#shared/operations/answer-once';
import { askForVerificationLink } from '#shared/operations/ask-for-verification-link';
import { ownerInPath as owner } from '#shared/operations/ownership';
import { contract } from './contract';

const createLink = answerOnce({ contract, owner, seal }, (request, record) =>
  askForVerificationLink('KYC', request, (kycLink) => record({ kycLink })),
);

export const handler = endpoint(contract, createLink);
