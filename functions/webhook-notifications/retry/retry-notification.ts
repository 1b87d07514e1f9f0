import { manualRetriesUsedUp, notificationNotFailed, notificationNotFound, tooManyRetries } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { idempotent } from '#shared/handlers/idempotent-operation';
import type { Request } from '#shared/handlers/partner-endpoint';
import { countManualRetry, findManualRetryCalls } from '#shared/partners/request-rates/repository';
import { requireScope } from '#shared/partners/require-scope';
import { crashPoint } from '#shared/platform/observability/crash-point';
import { deliveryStore } from '#shared/webhooks/deliveries/repository';
import { MAX_MANUAL_RETRIES, startManualRetry } from '#shared/webhooks/domain/delivery';
import { deliveryEndpointId } from '#shared/webhooks/domain/endpoint';
import { findEndpoint } from '#shared/webhooks/endpoints/repository';
import { requireOwnEndpoint } from '#shared/webhooks/endpoints/response';
import type { DeliveryItem, EndpointDeliveryItem, NotificationItem } from '#shared/webhooks/item';
import { readEndpointDeliveries, readUserId, withLatestError } from '#shared/webhooks/listing/repository';
import { payloadScope } from '#shared/webhooks/payload-scope';
import { findNotification } from '#shared/webhooks/repository';
import { toRetriedNotificationResponse } from '#shared/webhooks/response';
import { contract } from './contract';

/** Maximum write attempts of one retry: the delivery worker may write the item between read and write. */
const MAX_ATTEMPTS = 5;

/** Starts a new delivery run for a failed notification (docs/adr/004). If the endpoint has no target, the attempts fail. */
export const retryNotification = idempotent({ contract, owner }, async ({ caller, params, body, nowMs }, record) => {
  const { partnerId } = caller;
  const [item, endpoint, calls] = await Promise.all([
    findNotification(partnerId, params.id),
    body?.endpointId === undefined ? undefined : findEndpoint(partnerId, body.endpointId),
    findManualRetryCalls(partnerId),
  ]);
  if (item === undefined) throw notificationNotFound();
  requireScope(caller, payloadScope(item.type));
  const endpointId =
    body?.endpointId === undefined ? undefined : deliveryEndpointId(requireOwnEndpoint(endpoint).endpoint);
  // Counts only calls for an existing notification, so the reads above come first.
  const [admission, deliveries] = await Promise.all([
    countManualRetry(partnerId, nowMs, calls),
    readEndpointDeliveries(item),
  ]);
  if (!admission.admitted) throw tooManyRetries(admission.retryAfterS);
  let current: DeliveryItem | undefined =
    endpointId === undefined ? item : deliveries.find((delivery) => delivery.endpointId === endpointId);
  // The endpoint belongs to the partner, but this notification was not sent to the endpoint.
  if (current === undefined) throw notificationNotFailed(item.id);
  const retryCurrent = async () => {
    if (current === undefined) throw notificationNotFound();
    checkRetryable(current, item.id);
    const after = startManualRetry(current, nowMs);
    const { writes, reply } = await record(await toResponse(after, item, deliveries));
    const result = await deliveryStore.save(current, after, writes);
    crashPoint('manual.afterTx');
    if (result.saved) return reply;
    current = result.current;
    return undefined;
  };
  return retryOnConflict(retryCurrent, { maxAttempts: MAX_ATTEMPTS, waits: false });
});

/** Returns the notification after a retry of its delivery to the default endpoint or to another endpoint. */
async function toResponse(after: DeliveryItem, item: NotificationItem, deliveries: readonly EndpointDeliveryItem[]) {
  if (after.entity === 'NTF') return toRetriedNotificationResponse(after, deliveries);
  const changed = deliveries.map((one) => (one.endpointId === after.endpointId ? after : one));
  return toRetriedNotificationResponse(await withLatestError(item), changed);
}

/** Returns the user of the notification: the idempotency record contains the payload, and must be deleted with the user. */
async function owner({ caller, params }: Request<typeof contract>): Promise<string | undefined> {
  const item = await findNotification(caller.partnerId, params.id);
  if (item === undefined) throw notificationNotFound();
  requireScope(caller, payloadScope(item.type));
  return readUserId(item);
}

function checkRetryable({ status, manualRetryCount }: DeliveryItem, notificationId: string): void {
  if (status !== 'FAILED') throw notificationNotFailed(notificationId);
  if (manualRetryCount >= MAX_MANUAL_RETRIES) throw manualRetriesUsedUp(notificationId, MAX_MANUAL_RETRIES);
}
