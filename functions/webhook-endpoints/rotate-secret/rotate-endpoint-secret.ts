import { eventBusWithoutSecret, noWebhookSecret } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { idempotent } from '#shared/http/idempotency/idempotent-operation';
import { readOwnEndpoint, requireOwnEndpoint } from '#shared/webhooks/endpoints/read-own-endpoint';
import { findWebhookEndpoint, saveEndpointSecrets } from '#shared/webhooks/endpoints/repository';
import { saveWebhookSettings } from '#shared/webhooks/settings/repository';
import { prepareRotation } from '#shared/webhooks/settings/rotate-secret';
import { secretResponseSeal } from '#shared/webhooks/settings/secret-encryption';
import { contract } from './contract';

/** Replaces the secret of an endpoint, by the rules of the settings' rotation. */
export const rotateEndpointSecret = idempotent(
  { contract, seal: secretResponseSeal },
  async ({ caller, params, nowMs }, record) => {
    const [rotation, found] = await Promise.all([
      prepareRotation(caller.partnerId, nowMs),
      findWebhookEndpoint(caller.partnerId, params.id),
    ]);
    return retryOnConflict(async (attempt) => {
      const { settings, further } =
        attempt === 1 ? requireOwnEndpoint(found) : await readOwnEndpoint(params.id, caller);
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
