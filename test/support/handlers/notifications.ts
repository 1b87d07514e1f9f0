import type { NotificationItem } from '#shared/webhooks/item';
import { newNotificationItem, notificationItemWrites } from '#shared/webhooks/repository';
import type { World } from './world';

export const ORDER_ID = '019bc1c5-0000-7000-8000-000000000001';

/** A stored notification of the partner that waits for its first attempt; those of one id are of one transaction. */
export async function storeNotification(world: World, sequence = 1): Promise<NotificationItem> {
  const item = newNotificationItem({
    subject: { kind: 'TX', id: ORDER_ID },
    sequence,
    partnerId: world.partner.id,
    event: 'CANCELLED_ON_RAMP',
    userId: null,
    payload: { status: 'CANCELLED' },
    deliver: true,
    atMs: Date.now(),
  });
  await world.store(...notificationItemWrites(item));
  return item;
}
