import { notificationNotFailed, notificationNotFound, Problem, tooManyRetries } from '#shared/api/problems';
import { WriteContention } from '#shared/dynamodb/errors';
import { idempotent } from '#shared/http/idempotency/idempotent-operation';
import type { Request } from '#shared/http/partner-endpoint';
import { countManualRetry } from '#shared/partners/manual-retries/repository';
import { crashPoint } from '#shared/platform/observability/crash-point';
import { MAX_MANUAL_RETRIES, startManualRetry } from '#shared/webhooks/deliveries/replay';
import { deliveryStore } from '#shared/webhooks/deliveries/repository';
import type { NotificationItem } from '#shared/webhooks/item';
import { readUserId } from '#shared/webhooks/listing/item';
import { findNotification, readEndpointDeliveries } from '#shared/webhooks/repository';
import { toNotificationResponse } from '#shared/webhooks/response';
import { contract } from './contract';

/** Attempts of one retry: deliveries may write between its read and its write. */
const MAX_ATTEMPTS = 5;

/**
 * Begins a new delivery run of attempts for a notification that has failed. The write also opens its outbox, so
 * nothing is sent here: a committed notification is delivered; without a URL its attempts fail.
 */
export const retryNotification = idempotent({ contract, owner }, async ({ caller, params, nowMs }, record) => {
  let item = await findNotification(caller.partnerId, params.id);
  if (item === undefined) throw notificationNotFound();
  const admission = await countManualRetry(caller.partnerId, nowMs);
  if (!admission.admitted) throw tooManyRetries(admission.retryAfterS);
  const deliveries = await readEndpointDeliveries(item);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS && item !== undefined; attempt += 1) {
    checkRetryable(item);
    const after = startManualRetry(item, nowMs);
    const { writes, reply } = await record(toNotificationResponse(after, deliveries));
    const answer = await deliveryStore.save(item, after, writes);
    crashPoint('manual.afterTx');
    if (answer.saved) return reply;
    item = answer.current?.entity === 'NTF' ? answer.current : undefined;
  }
  throw item === undefined
    ? notificationNotFound()
    : new WriteContention('A notification changes faster than it can be retried');
});

/** The user of the notification: the stored answer contains its payload and is deleted with the user. */
async function owner({ caller, params }: Request<typeof contract>): Promise<string | undefined> {
  const item = await findNotification(caller.partnerId, params.id);
  if (item === undefined) throw notificationNotFound();
  return readUserId(item);
}

function checkRetryable({ status, manualRetryCount }: NotificationItem): void {
  if (status !== 'FAILED') throw notificationNotFailed();
  if (manualRetryCount < MAX_MANUAL_RETRIES) return;
  throw new Problem(
    'CONFLICT',
    `Partner webhook notification has reached the maximum number of manual retries (${MAX_MANUAL_RETRIES})`,
  );
}
