import { Problem } from '#shared/api/problems';
import { notificationView } from '#shared/api/views/notification';
import { deliveryStore } from '#shared/data/deliveries';
import type { NotificationItem } from '#shared/data/items/notification';
import { userIdOf } from '#shared/data/notification-rows';
import { findNotification } from '#shared/data/notifications';
import { countRetryCall } from '#shared/data/retry-calls';
import { WriteContention } from '#shared/data/table';
import { MANUAL_RETRIES, retriedByHand } from '#shared/delivery/again';
import type { Request } from '#shared/http/edge';
import { crashPoint } from '#shared/observability/crash-point';
import { answerOnce } from '#shared/operations/answer-once';
import { contract } from './contract';

/** Other writers met between the read and the write of one retry; a delivery writes once in a while. */
const ROUNDS = 5;

/**
 * Begins a new cycle of attempts for a notification that has failed. The write also opens its outbox, so
 * there is nothing to send here: what is committed is delivered, also without a URL, and then fails for it.
 */
export const retryNotification = answerOnce(
  { contract, owner },
  async ({ caller, params, nowMs }, record) => {
    let item = await findNotification(caller.partnerId, params.id);
    if (item === undefined) throw notFound();
    const admission = await countRetryCall(caller.partnerId, nowMs);
    if (!admission.admitted) throw tooManyRetries(admission.retryAfterS);
    for (let round = 1; round <= ROUNDS && item !== undefined; round += 1) {
      checkRetryable(item);
      const after = retriedByHand(item, nowMs);
      const { writes, reply } = await record(notificationView(after));
      const answer = await deliveryStore.save(item, after, writes);
      crashPoint('manual.afterTx');
      if (answer.saved) return reply;
      item = answer.current;
    }
    throw item === undefined
      ? notFound()
      : new WriteContention('A notification changes faster than it can be retried');
  },
);

/** The user that the notification tells of: the stored answer shows its payload, and goes with the user. */
async function owner({ caller, params }: Request<typeof contract>): Promise<string | undefined> {
  const item = await findNotification(caller.partnerId, params.id);
  if (item === undefined) throw notFound();
  return userIdOf(item);
}

function checkRetryable({ status, manualRetryCount }: NotificationItem): void {
  if (status !== 'FAILED') throw new Problem('CONFLICT', 'Notification is not in FAILED status');
  if (manualRetryCount < MANUAL_RETRIES) return;
  throw new Problem(
    'CONFLICT',
    `Partner webhook notification has reached the maximum number of manual retries (${MANUAL_RETRIES})`,
  );
}

function notFound(): Problem {
  return new Problem('NOT_FOUND', 'Webhook notification not found');
}

function tooManyRetries(retryAfterS: number): Problem {
  return new Problem('TOO_MANY_REQUESTS', 'Rate limit exceeded. Try again in a few seconds.', {
    headers: { 'retry-after': String(retryAfterS) },
  });
}
