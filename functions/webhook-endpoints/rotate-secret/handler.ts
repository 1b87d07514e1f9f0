import { idempotent } from '#shared/handlers/idempotent-operation';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { findEndpoint } from '#shared/webhooks/endpoints/repository';
import { rotateSecret } from '#shared/webhooks/endpoints/rotate-secret';
import { secretResponseSeal } from '#shared/webhooks/endpoints/secret-encryption';
import { contract } from './contract';

/** Replaces the secret of an endpoint. */
export const handler = partnerEndpoint(
  contract,
  idempotent({ contract, seal: secretResponseSeal }, ({ caller: { partnerId }, params, nowMs }, record) =>
    rotateSecret({ partnerId, nowMs, find: () => findEndpoint(partnerId, params.id), record }),
  ),
);
