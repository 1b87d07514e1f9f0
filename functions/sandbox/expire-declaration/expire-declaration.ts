import { idempotent } from '#shared/http/idempotency/idempotent-operation';
import { endDeclaration } from '#shared/signatures/end-declaration';
import { ownUserIdFromPath as owner } from '#shared/users/read-own-records';
import { contract } from './contract';

/** Expires an open declaration now, as otherwise happens after 30 days. */
export const expireDeclaration = idempotent({ contract, owner }, (request, record) =>
  endDeclaration(request, 'EXPIRED', record),
);
