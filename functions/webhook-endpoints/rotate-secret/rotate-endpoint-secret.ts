import { eventBusWithoutSecret, noWebhookSecret } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { idempotent } from '#shared/http/idempotency/idempotent-operation';
import { readOwnEndpoint } from '#shared/webhooks/endpoints/read-own-endpoint';
import { saveEndpointSecrets } from '#shared/webhooks/endpoints/repository';
import { saveWebhookSettings } from '#shared/webhooks/settings/repository';
import { prepareRotation } from '#shared/webhooks/settings/rotate-secret';
import { secretResponseSeal } from '#shared/webhooks/settings/secret-encryption';
import { contract } from './contract';

/** Replaces the secret of an endpoint, by the rules of the settings' rotation. */
export const rotateEndpointSecret = idempotent(
  { contract, seal: secretResponseSeal },
  async ({ caller, params, nowMs }, record) => {
    const rotation = await prepareRotation(caller.partnerId, nowMs);
    return retryOnConflict(async () => {
      const { settings, further } = await readOwnEndpoint(params.id, caller);
      if (further?.eventBusArn !== undefined) throw eventBusWithoutSecret();
      const before = further ?? settings;
      if (before.secrets.length === 0) throw noWebhookSecret();
      const rotated = rotation.after(before.secrets);
      const { writes, reply } = await record(rotation.shown);
      const isSaved =
        further === undefined
          ? (await saveWebhookSettings({ ...settings, ...rotated }, settings, nowMs, writes)) !== undefined
          : await saveEndpointSecrets(further, { ...further, ...rotated }, { nowMs, additionalWrites: writes });
      return isSaved ? reply : undefined;
    });
  },
);
