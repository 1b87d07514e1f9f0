import { indexAttributes, newItem } from '#shared/webhooks/deliveries/item';
import { deliveryStore } from '#shared/webhooks/deliveries/repository';
import { applyAttempt } from '#shared/webhooks/domain/delivery';
import type { EndpointDeliveryItem, NotificationItem } from '#shared/webhooks/item';
import { readEndpointDeliveries } from '#shared/webhooks/listing/repository';
import { type NewNotification, newNotificationItem, notificationItemWrites } from '#shared/webhooks/repository';
import type { World } from './world';

export const ORDER_ID = '019bc1c5-0000-7000-8000-000000000001';

/** A notification with the attributes that exist only in the table. */
type StoredNotification = ReturnType<typeof newItem<NotificationItem>>;

type Overrides = Partial<Omit<NewNotification, 'sequence'>>;

/** Stores a notification before its first attempt, by default for the transaction `ORDER_ID`. */
export async function storeNotification(
  world: World,
  sequence = 1,
  overrides: Overrides = {},
): Promise<StoredNotification> {
  const item = newNotificationItem({
    subject: { kind: 'TX', id: ORDER_ID },
    sequence,
    partnerId: world.partner.id,
    event: 'CANCELLED_ON_RAMP',
    userId: null,
    payload: { status: 'CANCELLED' },
    deliver: true,
    atMs: Date.now(),
    ...overrides,
  });
  await world.store(...notificationItemWrites(item));
  return newItem(item);
}

/** Stores a notification after its only attempt: `SENT` if the attempt succeeded, `FAILED` if it failed. */
export async function storeAttempted(
  world: World,
  status: 'SENT' | 'FAILED',
  { sequence = 1, ...overrides }: Overrides & { readonly sequence?: number } = {},
): Promise<StoredNotification> {
  const before = await storeNotification(world, sequence, overrides);
  const outcome =
    status === 'SENT'
      ? { statusCode: 200, error: null }
      : { statusCode: 500, error: 'Status 500', responseBody: '{"reason":"busy"}' };
  const attempt = {
    deliveryRun: 1,
    attemptsMade: 0,
    isLast: true,
    startedAtMs: Date.now(),
    endedAtMs: Date.now() + 40,
  };
  const after = applyAttempt(before, { ...outcome, ...attempt, durationMs: 40 }, { waits: [], random: 0 });
  if (after === undefined) throw new Error('The attempt changed nothing');
  await deliveryStore.save(before, after);
  return { ...after, ...indexAttributes(after), outbox: undefined };
}

/** Stores the delivery of a notification to an additional endpoint, by default with the status `FAILED`. */
export async function storeFailedDelivery(
  item: NotificationItem,
  overrides: Partial<EndpointDeliveryItem> = {},
): Promise<EndpointDeliveryItem> {
  const [before] = await readEndpointDeliveries(item);
  if (before === undefined) throw new Error('It has no delivery to an additional endpoint');
  const after: EndpointDeliveryItem = { ...before, status: 'FAILED', retryAttempts: 5, version: 6, ...overrides };
  await deliveryStore.save(before, after);
  return after;
}
