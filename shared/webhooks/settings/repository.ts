import { equals } from '#shared/dynamodb/expressions';
import { webhookSettingsKey } from '#shared/dynamodb/keys';
import { readRecord, type StoredRecord } from '#shared/dynamodb/table';
import { type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';
import type { EventName } from '#shared/webhooks/domain/events';
import { type WebhookSettingsItem, webhookSettingsItem } from './item';

/** A partner's settings; `undefined` before the first. */
export function findWebhookSettings(partnerId: string): Promise<WebhookSettingsItem | undefined> {
  return readRecord(webhookSettingsKey(partnerId), (raw) => webhookSettingsItem.parse(raw));
}

/**
 * Whether an event is sent by the settings as they were read: to a URL that is set, and among the events that the
 * partner chose, where it chose any. A test is asked for by itself, so no choice leaves it out.
 */
export function shouldDeliver(raw: StoredRecord | undefined, event: EventName): boolean {
  if (typeof raw?.url !== 'string') return false;
  return event === 'TEST_EVENT' || !Array.isArray(raw.eventTypes) || raw.eventTypes.includes(event);
}

/**
 * Stores settings over those that were read.
 * @param additionalWrites what else has to happen in the same write
 * @returns them as they were stored; `undefined` when others were stored in between, and nothing was written
 */
export async function saveWebhookSettings(
  after: WebhookSettingsItem,
  before: Pick<WebhookSettingsItem, 'updatedAt'>,
  nowMs: number,
  additionalWrites: readonly PendingWrite[] = [],
): Promise<WebhookSettingsItem | undefined> {
  // Two changes within one millisecond must differ: the condition compares this instant.
  const updatedAt = new Date(Math.max(nowMs, Date.parse(before.updatedAt) + 1)).toISOString();
  const stored = { ...after, updatedAt };
  // A transaction, though of one item mostly: a write whose answer was lost is then not taken for another's.
  const put = putItem(stored, equals('updatedAt', before.updatedAt));
  return (await writeIfConditionsHold([put, ...additionalWrites])) ? stored : undefined;
}
