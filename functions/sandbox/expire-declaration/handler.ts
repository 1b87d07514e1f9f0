import { idempotent } from '#shared/handlers/idempotent-operation';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { endDeclaration } from '#shared/signatures/end-declaration';
import { ownUserIdFromPath as owner } from '#shared/users/read-own-user';
import { contract } from './contract';

/** Expires an open declaration immediately; without this call, it expires after 30 days. */
export const handler = partnerEndpoint(
  contract,
  idempotent({ contract, owner }, (request, record) => endDeclaration(request, 'EXPIRED', record)),
);
