import { existing } from '#ops/errors';
import { table } from '#ops/text';
import { verb } from '#ops/verb';
import { findDefaultEndpoint, listEndpoints } from '#shared/webhooks/endpoints/repository';
import { toHealthResponse } from '#shared/webhooks/endpoints/response';
import { countNotifications } from '#shared/webhooks/listing/repository';
import { countPendingByEndpoint } from '#shared/webhooks/redrive/repository';
import { partnerOption } from './partner';

export const webhookEndpoint = {
  list: verb({
    about: "List a partner's webhook endpoints: URL, health, and the number of pending deliveries",
    options: { partner: partnerOption },
    async run({ partner: partnerId }, { atMs }) {
      const stored = existing(await findDefaultEndpoint(partnerId), `There is no partner ${partnerId}.`);
      const [endpoints, pendingAtFirst, pendingAt] = await Promise.all([
        listEndpoints(stored),
        countNotifications(partnerId, 'PENDING'),
        countPendingByEndpoint(atMs),
      ]);
      const shown = endpoints.map(({ endpoint, health }) => {
        const { id, isDefault, url, eventBusArn = null, eventTypes = null, createdAt } = endpoint;
        // Path and query can contain a secret of the partner.
        const host = url === null ? null : new URL(url).host;
        const pending = isDefault ? pendingAtFirst : (pendingAt.get(id) ?? 0);
        return { id, isDefault, host, eventBusArn, eventTypes, health: toHealthResponse(health), pending, createdAt };
      });
      const rows = shown.map(({ id, isDefault, host, eventBusArn, health, pending }) => ({
        ...{ ID: id, DEFAULT: isDefault ? 'yes' : '', HEALTH: health.status, PENDING: pending },
        ...{ 'FAILING SINCE': health.failingSince, ERROR: health.lastError, TARGET: host ?? eventBusArn },
      }));
      return { json: { partnerId, endpoints: shown }, text: table(rows) };
    },
  }),
};
