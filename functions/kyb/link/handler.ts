import { idempotent } from '#shared/handlers/idempotent-operation';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { requestVerificationLink } from '#shared/identity/links/create-verification-link';
import { linkResponseSeal as seal } from '#shared/links/response-seal';
import { ownUserIdFromPath as owner } from '#shared/users/read-own-user';
import { contract } from './contract';

const createLink = idempotent({ contract, owner, seal }, (request, record) =>
  requestVerificationLink('KYB', request, (kybLink) => record({ kybLink })),
);

export const handler = partnerEndpoint(contract, createLink);
