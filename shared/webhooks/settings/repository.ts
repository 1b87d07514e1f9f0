import { absent, allOf, type Condition, equals } from '#shared/dynamodb/expressions';
import { webhookSettingsKey } from '#shared/dynamodb/keys';
import { readItem, readRecord, type StoredRecord } from '#shared/dynamodb/table';
import { type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';
import type { EventName } from '#shared/webhooks/domain/events';
import { endpointChoices, type WebhookSettingsItem, webhookSettingsItem } from './item';

/** A partner's settings; `undefined` before the first. */
export function findWebhookSettings(partnerId: string): Promise<WebhookSettingsItem | undefined> {
  return readRecord(webhookSettingsKey(partnerId), (raw) => webhookSettingsItem.parse(raw));
}

/** Where a notification goes. */
export interface Recipients {
  /** Whether the first endpoint is sent it: else it is stored as NOT_SENT. */
  readonly deliver: boolean;
  /** The further endpoints that are sent it. @default none */
  readonly endpointIds?: readonly string[];
}

/** Where each event of a partner goes. */
export type RecipientsFor = (event: EventName) => Recipients;

/** Reads where a partner's events go. */
export async function readRecipients(partnerId: string): Promise<RecipientsFor> {
  const raw = await readItem(webhookSettingsKey(partnerId));
  return (event) => chooseRecipients(raw, event);
}

/** Where an event goes by the settings as they were read. */
export function chooseRecipients(raw: StoredRecord | undefined, event: EventName): Recipients {
  const further = endpointChoices.parse(raw?.endpoints ?? []);
  return {
    deliver: typeof raw?.url === 'string' && isChosen(raw.eventTypes, event),
    endpointIds: further.filter(({ eventTypes }) => isChosen(eventTypes, event)).map(({ id }) => id),
  };
}

/** Whether an event is among those that were chosen, where any were. */
export function isChosen(eventTypes: unknown, event: string): boolean {
  return !Array.isArray(eventTypes) || eventTypes.includes(event);
}

type SettingsVersion = Pick<WebhookSettingsItem, 'updatedAt' | 'endpointsVersion'>;

/**
 * Stores settings over those that were read.
 * @param additionalWrites what else has to happen in the same write
 * @returns them as they were stored; `undefined` when others were stored in between, and nothing was written
 */
export async function saveWebhookSettings(
  after: WebhookSettingsItem,
  before: SettingsVersion,
  nowMs: number,
  additionalWrites: readonly PendingWrite[] = [],
): Promise<WebhookSettingsItem | undefined> {
  const stored = { ...after, updatedAt: nextUpdate(before, nowMs) };
  // A transaction, though of one item mostly: a write whose answer was lost is then not taken for another's.
  const put = putItem(stored, isUnchanged(before));
  return (await writeIfConditionsHold([put, ...additionalWrites])) ? stored : undefined;
}

/** The write that replaces the list of further endpoints. `updatedAt` is of the settings themselves and stays. */
export function endpointChoicesWrite(
  settings: WebhookSettingsItem,
  endpoints: NonNullable<WebhookSettingsItem['endpoints']>,
): PendingWrite {
  const endpointsVersion = (settings.endpointsVersion ?? 0) + 1;
  return putItem({ ...settings, endpoints, endpointsVersion }, isUnchanged(settings));
}

/** The instant of a change: two within one millisecond must differ, because conditions compare it. */
export function nextUpdate(before: { readonly updatedAt: string }, nowMs: number): string {
  return new Date(Math.max(nowMs, Date.parse(before.updatedAt) + 1)).toISOString();
}

function isUnchanged({ updatedAt, endpointsVersion }: SettingsVersion): Condition {
  return allOf(
    equals('updatedAt', updatedAt),
    endpointsVersion === undefined ? absent('endpointsVersion') : equals('endpointsVersion', endpointsVersion),
  );
}
