import { testPayload } from './domain/payload';
import type { NotificationItem } from './item';
import { newNotificationItem } from './repository';
import type { Recipients } from './settings/repository';

/** A test event of a partner: stored, in order, signed and retried like every other. */
export function newTestNotification(
  { partnerId, sequence }: { readonly partnerId: string; readonly sequence: number },
  recipients: Recipients,
  nowMs: number,
): NotificationItem {
  return newNotificationItem({
    subject: { kind: 'PARTNER', id: partnerId },
    sequence,
    partnerId,
    event: 'TEST_EVENT',
    userId: null,
    payload: testPayload(),
    ...recipients,
    atMs: nowMs,
  });
}
