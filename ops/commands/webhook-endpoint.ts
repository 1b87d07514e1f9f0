import { existing } from '#ops/errors';
import { table } from '#ops/text';
import { verb } from '#ops/verb';
import { listEndpoints } from '#shared/webhooks/endpoints/list-endpoints';
import { countNotifications } from '#shared/webhooks/listing/repository';
import { countPendingByEndpoint } from '#shared/webhooks/redrive/repository';
import { findWebhookSettings } from '#shared/webhooks/settings/repository';
import { partnerOption } from './partner';

export const webhookEndpoint = {
  list: verb({
    about:
      "List a partner's webhook endpoints: where they are, how their attempts end, and how many deliveries are pending",
    options: { partner: partnerOption },
    async run({ partner: partnerId }, { atMs }) {
      const settings = existing(await findWebhookSettings(partnerId), `There is no partner ${partnerId}.`);
      const [endpoints, pendingAtFirst, pendingAt] = await Promise.all([
        listEndpoints(settings, atMs),
        countNotifications(partnerId, 'PENDING'),
        countPendingByEndpoint(atMs),
      ]);
      const shown = endpoints.map(({ id, isDefault, url, eventTypes, health, createdAt }) => {
        // Path and query may hold a secret of the partner's.
        const host = url === null ? null : new URL(url).host;
        const pending = isDefault ? pendingAtFirst : (pendingAt.get(id) ?? 0);
        return { id, isDefault, host, eventTypes, health, pending, createdAt };
      });
      const rows = shown.map(({ id, isDefault, host, health: { status, failingSince, lastError }, pending }) => ({
        ...{ ID: id, FIRST: isDefault ? 'yes' : '', HEALTH: status, PENDING: pending },
        ...{ 'FAILING SINCE': failingSince, ERROR: lastError, HOST: host },
      }));
      return { json: { partnerId, endpoints: shown }, text: table(rows) };
    },
  }),
};
