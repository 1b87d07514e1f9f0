import { answerOnce } from '#shared/operations/answer-once';
import { endCedula } from '#shared/operations/end-cedula';
import { ownerInPath as owner } from '#shared/operations/ownership';
import { contract } from './contract';

/** Lets an open declaration run out now, as it otherwise does after 30 days. */
export const expireDeclaration = answerOnce({ contract, owner }, (request, record) =>
  endCedula(request, 'EXPIRED', record),
);
