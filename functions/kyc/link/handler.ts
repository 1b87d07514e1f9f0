import { idempotent } from '#shared/http/idempotency/idempotent-operation';
import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { requestVerificationLink } from '#shared/identity/links/create-verification-link';
import { linkResponseSeal as seal } from '#shared/identity/links/response-seal';
import { ownUserIdFromPath as owner } from '#shared/users/read-own-user';
import { contract } from './contract';

const createLink = idempotent({ contract, owner, seal }, (request, record) =>
  requestVerificationLink('KYC', request, (kycLink) => record({ kycLink })),
);

export const handler = partnerEndpoint(contract, createLink);
