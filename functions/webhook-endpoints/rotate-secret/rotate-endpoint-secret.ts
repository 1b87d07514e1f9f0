import { idempotent } from '#shared/http/idempotency/idempotent-operation';
import { findEndpoint } from '#shared/webhooks/endpoints/repository';
import { rotateSecret } from '#shared/webhooks/endpoints/rotate-secret';
import { secretResponseSeal } from '#shared/webhooks/endpoints/secret-encryption';
import { contract } from './contract';

/** Replaces the secret of an endpoint. */
export const rotateEndpointSecret = idempotent(
  { contract, seal: secretResponseSeal },
  ({ caller: { partnerId }, params, nowMs }, record) =>
    rotateSecret({ partnerId, nowMs, find: () => findEndpoint(partnerId, params.id), record }),
);
