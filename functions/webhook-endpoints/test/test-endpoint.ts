import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { idempotent } from '#shared/http/idempotency/idempotent-operation';
import { readOwnEndpoint } from '#shared/webhooks/endpoints/read-own-endpoint';
import { newTestNotification } from '#shared/webhooks/new-test-notification';
import { newEndpointDelivery, nextPartnerSequence, notificationItemWrites } from '#shared/webhooks/repository';
import { toNotificationResponse } from '#shared/webhooks/response';
import { contract } from './contract';

/** Sends a test event to one endpoint alone, whatever its `eventTypes` says. */
export const testEndpoint = idempotent({ contract }, async ({ caller, params, nowMs }, record) => {
  const { partnerId } = caller;
  const { settings, further } = await readOwnEndpoint(params.id, caller);
  const sequence = await nextPartnerSequence(partnerId);
  const recipients =
    further === undefined ? { deliver: settings.url !== null } : { deliver: false, endpointIds: [further.id] };
  const notification = newTestNotification({ partnerId, sequence }, recipients, nowMs);
  const deliveries = (notification.endpointIds ?? []).map((id) => newEndpointDelivery(notification, id, nowMs));
  const answer = await record(toNotificationResponse(notification, deliveries));
  await writeAtomically([...notificationItemWrites(notification), ...answer.writes]);
  return answer.reply;
});
