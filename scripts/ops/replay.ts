/** Sending notifications again, by the rules that partners' own replays follow. */
import { replayNotifications } from '#functions/webhook-notifications/replay/replay-notifications';
import { OperationFailed } from '#scripts/ops/faults';
import { findPartner } from '#shared/partners/repository';
import { startReplay } from '#shared/webhooks/deliveries/replay';
import { deliveryStore } from '#shared/webhooks/deliveries/repository';
import { eventNames, notificationStatuses } from '#shared/webhooks/domain/events';
import type { NotificationItem } from '#shared/webhooks/item';
import type { NotificationRange } from '#shared/webhooks/listing/repository';
import { findNotification, findTransactionNotifications } from '#shared/webhooks/repository';
import { findWebhookSettings } from '#shared/webhooks/settings/repository';

interface Order {
  /** Epoch ms. */
  readonly atMs: number;
  /** Puts the act on record; called when it is certain that it can be done. */
  readonly record: () => Promise<void>;
}

/** @throws OperationFailed when the partner, its webhook URL or the notification is missing */
export async function replayOne(
  partnerId: string,
  id: string,
  { atMs, record }: Order,
): Promise<'accepted' | 'on-its-way'> {
  await requireUrl(partnerId);
  const item = await findNotification(partnerId, id);
  if (item === undefined) throw new OperationFailed(`The partner has no notification ${id}.`);
  if (item.status === 'PENDING') return 'on-its-way';
  await record();
  return sendAgain(item, atMs);
}

/** The oldest thousand of a range that may go out again. @throws OperationFailed as above */
export async function replayRange(partnerId: string, range: NotificationRange, { atMs, record }: Order) {
  const { name, suspended, flows, agreement } = await requireUrl(partnerId);
  await record();
  const reply = await replayNotifications({
    caller: {
      partnerId,
      partnerName: name,
      suspended,
      flows,
      agreement,
      keyId: 'operator',
      lastUsedOn: undefined,
      expiresAtMs: undefined,
      revokedAtMs: undefined,
    },
    params: {},
    query: {},
    body: {
      status: notificationStatuses.find((status) => status === range.status),
      eventType: eventNames.find((event) => event === range.eventType),
      createdFrom: range.createdFrom,
      createdTo: range.createdTo,
    },
    idempotency: undefined,
    baseUrl: '',
    nowMs: atMs,
  });
  if (!('data' in reply)) throw new OperationFailed('The replay gave no count.');
  return reply.data;
}

/** Every event of a transaction, in its order. @throws OperationFailed as above */
export async function replayTransaction(
  { id, partnerId }: { readonly id: string; readonly partnerId: string },
  { atMs, record }: Order,
): Promise<{ readonly accepted: number; readonly onTheirWay: number }> {
  await requireUrl(partnerId);
  const items = await findTransactionNotifications(partnerId, id);
  await record();
  let accepted = 0;
  for (const item of items) {
    if (item.status !== 'PENDING' && (await sendAgain(item, atMs)) === 'accepted') accepted += 1;
  }
  return { accepted, onTheirWay: items.length - accepted };
}

async function sendAgain(item: NotificationItem, atMs: number): Promise<'accepted' | 'on-its-way'> {
  // Who else has changed it meanwhile has seen to it.
  return (await deliveryStore.save(item, startReplay(item, atMs))).saved ? 'accepted' : 'on-its-way';
}

async function requireUrl(partnerId: string) {
  const [partner, settings] = await Promise.all([findPartner(partnerId), findWebhookSettings(partnerId)]);
  if (partner === undefined) throw new OperationFailed(`There is no partner ${partnerId}.`);
  if (typeof settings?.url !== 'string')
    throw new OperationFailed('The partner has set no webhook URL: there is nowhere to send to.');
  return partner;
}
