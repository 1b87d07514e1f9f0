import { notificationNotFound } from '#shared/api/problems';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { requireReadableEvent } from '#shared/webhooks/listing/readable-events';
import { readEndpointDeliveries, withResponses } from '#shared/webhooks/listing/repository';
import { findNotification } from '#shared/webhooks/repository';
import { toNotificationResponse } from '#shared/webhooks/response';
import { contract } from './contract';

export const handler = partnerEndpoint(contract, async ({ caller, params }) => {
  const notification = await findNotification(caller.partnerId, params.id);
  if (notification === undefined) throw notificationNotFound();
  requireReadableEvent(caller, notification.event);
  const deliveries = await readEndpointDeliveries(notification);
  const [item, ...others] = await Promise.all([
    withResponses(notification),
    ...deliveries.map((delivery) => withResponses(delivery)),
  ] as const);
  return { data: toNotificationResponse(item, others) };
});
