import { idempotent } from '#shared/handlers/idempotent-operation';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { secretResponseSeal } from '#shared/webhooks/endpoints/secret-encryption';
import { contract } from './contract';
import { rotateOwnKey } from './rotate-own-key';

export const handler = partnerEndpoint(
  contract,
  idempotent(
    // The idempotency scope is the rotated key: other keys of the partner with fewer permissions must not read the new key.
    { contract, seal: secretResponseSeal, owner: async ({ caller }) => caller.keyId },
    rotateOwnKey,
  ),
);
