import { idempotent } from '#shared/http/idempotency/idempotent-operation';
import { endDeclaration } from '#shared/signatures/end-declaration';
import { ownUserIdFromPath as owner } from '#shared/users/read-own-records';
import { contract } from './contract';

/** Lets an open declaration run out now, as it otherwise does after 30 days. */
export const expireDeclaration = idempotent({ contract, owner }, (request, record) =>
  endDeclaration(request, 'EXPIRED', record),
);
