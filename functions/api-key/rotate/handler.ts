import { idempotent } from '#shared/handlers/idempotent-operation';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { secretResponseSeal } from '#shared/webhooks/endpoints/secret-encryption';
import { contract } from './contract';
import { rotateOwnKey } from './rotate-own-key';

export const handler = partnerEndpoint(
  contract,
  idempotent(
    // The response belongs to the key that was rotated: no other key of the partner, which may do less, replays it.
    { contract, seal: secretResponseSeal, owner: async ({ caller }) => caller.keyId },
    rotateOwnKey,
  ),
);
