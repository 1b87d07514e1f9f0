import { notificationNotFound } from '#shared/api/problems';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { requireScope } from '#shared/partners/require-scope';
import { readEndpointDeliveries, withResponses } from '#shared/webhooks/listing/repository';
import { payloadScope } from '#shared/webhooks/payload-scope';
import { findNotification } from '#shared/webhooks/repository';
import { toNotificationResponse } from '#shared/webhooks/response';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller, params }) => {
  const notification = await findNotification(caller.partnerId, params.id);
  if (notification === undefined) throw notificationNotFound();
  requireScope(caller, payloadScope(notification.type));
  const deliveries = await readEndpointDeliveries(notification);
  const [item, ...others] = await Promise.all([
    withResponses(notification),
    ...deliveries.map((delivery) => withResponses(delivery)),
  ] as const);
  return { data: toNotificationResponse(item, others) };
});
