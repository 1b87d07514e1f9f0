import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { idempotent } from '#shared/handlers/idempotent-operation';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { readOwnEndpoint } from '#shared/webhooks/endpoints/response';
import {
  newEndpointDelivery,
  newTestNotification,
  nextPartnerSequence,
  notificationItemWrites,
} from '#shared/webhooks/repository';
import { toNotificationResponse } from '#shared/webhooks/response';
import { contract } from './contract';

/** Sends a test event to one endpoint only, regardless of its `eventTypes`. */
export const handler = partnerEndpoint(
  contract,
  idempotent({ contract }, async ({ caller, params, nowMs }, record) => {
    const { endpoint } = await readOwnEndpoint(params.id, caller);
    const notification = newTestNotification(endpoint, await nextPartnerSequence(caller.partnerId), nowMs);
    const deliveries = (notification.endpointIds ?? []).map((id) => newEndpointDelivery(notification, id, nowMs));
    const recorded = await record(toNotificationResponse(notification, deliveries));
    await writeAtomically([...notificationItemWrites(notification), ...recorded.writes]);
    return recorded.reply;
  }),
);
