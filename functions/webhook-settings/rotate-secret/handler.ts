import { idempotent } from '#shared/handlers/idempotent-operation';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { readDefaultEndpoint } from '#shared/webhooks/endpoints/response';
import { rotateSecret } from '#shared/webhooks/endpoints/rotate-secret';
import { secretResponseSeal } from '#shared/webhooks/endpoints/secret-encryption';
import { contract } from './contract';

export const handler = partnerEndpoint(
  contract,
  idempotent({ contract, seal: secretResponseSeal }, ({ caller, nowMs }, record) =>
    rotateSecret({ partnerId: caller.partnerId, nowMs, find: () => readDefaultEndpoint(caller), record }),
  ),
);
