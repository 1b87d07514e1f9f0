/** A partner's further webhook endpoints: an item each, and their choices of events in the settings (docs/adr/041). */
import { allOf, equals, itemExists } from '#shared/dynamodb/expressions';
import { webhookEndpointKey, webhookSettingsKey } from '#shared/dynamodb/keys';
import { readItems } from '#shared/dynamodb/table';
import { type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { deleteItem, putIfAbsent, putItem } from '#shared/dynamodb/writes';
import { normalizeId } from '#shared/values/ids';
import { type WebhookSettingsItem, webhookSettingsItem } from '#shared/webhooks/settings/item';
import { endpointChoicesWrite, nextUpdate } from '#shared/webhooks/settings/repository';
import { type WebhookEndpointItem, webhookEndpointItem } from './item';

/** One endpoint as it was read, with the settings: the first endpoint is the settings themselves. */
export interface StoredEndpoint {
  readonly settings: WebhookSettingsItem;
  /** `undefined` for the first endpoint. */
  readonly further: WebhookEndpointItem | undefined;
}

/** A partner's endpoint by its id; `undefined` when it has none such. */
export async function findWebhookEndpoint(partnerId: string, id: string): Promise<StoredEndpoint | undefined> {
  const known = normalizeId(id);
  if (known === undefined) return undefined;
  const [raw, item] = await readItems([webhookSettingsKey(partnerId), webhookEndpointKey(partnerId, known)]);
  const settings = webhookSettingsItem.parse(raw);
  if (known === settings.id) return { settings, further: undefined };
  return item === undefined ? undefined : { settings, further: webhookEndpointItem.parse(item) };
}

/** The further endpoints that the settings name, oldest first. One that was deleted since the settings were read is left out. */
export async function readFurtherEndpoints({
  partnerId,
  endpoints = [],
}: WebhookSettingsItem): Promise<WebhookEndpointItem[]> {
  if (endpoints.length === 0) return [];
  const items = await readItems(endpoints.map(({ id }) => webhookEndpointKey(partnerId, id)));
  return items.flatMap((item) => (item === undefined ? [] : [webhookEndpointItem.parse(item)]));
}

/**
 * Stores a new endpoint.
 * @returns false when the settings or their endpoints have changed since they were read, and nothing was written
 */
export function insertEndpoint(
  settings: WebhookSettingsItem,
  endpoint: WebhookEndpointItem,
  additionalWrites: readonly PendingWrite[] = [],
): Promise<boolean> {
  const choices = [...(settings.endpoints ?? []), toChoice(endpoint)];
  return writeIfConditionsHold([endpointChoicesWrite(settings, choices), putIfAbsent(endpoint), ...additionalWrites]);
}

/**
 * Stores an endpoint over the one that was read, and its choice of events in the settings.
 * @returns it as it was stored; `undefined` when it or the settings have changed since, and nothing was written
 */
export async function replaceEndpoint(
  settings: WebhookSettingsItem,
  before: WebhookEndpointItem,
  change: { readonly after: WebhookEndpointItem; readonly nowMs: number },
): Promise<WebhookEndpointItem | undefined> {
  const stored = { ...change.after, updatedAt: nextUpdate(before, change.nowMs) };
  const choices = (settings.endpoints ?? []).map((choice) => (choice.id === stored.id ? toChoice(stored) : choice));
  const writes = [endpointChoicesWrite(settings, choices), putItem(stored, equals('updatedAt', before.updatedAt))];
  return (await writeIfConditionsHold(writes)) ? stored : undefined;
}

/**
 * Stores other secrets of an endpoint.
 * @returns false when it has changed since it was read, and nothing was written
 */
export function saveEndpointSecrets(
  before: WebhookEndpointItem,
  after: WebhookEndpointItem,
  { nowMs, additionalWrites }: { readonly nowMs: number; readonly additionalWrites: readonly PendingWrite[] },
): Promise<boolean> {
  const put = putItem({ ...after, updatedAt: nextUpdate(before, nowMs) }, equals('updatedAt', before.updatedAt));
  return writeIfConditionsHold([put, ...additionalWrites]);
}

/**
 * Deletes an endpoint. Its pending deliveries end at their next attempt.
 * @returns false when it or the settings have changed since they were read, and nothing was written
 */
export function removeEndpoint(settings: WebhookSettingsItem, endpoint: WebhookEndpointItem): Promise<boolean> {
  const choices = (settings.endpoints ?? []).filter(({ id }) => id !== endpoint.id);
  return writeIfConditionsHold([
    endpointChoicesWrite(settings, choices),
    deleteItem(endpoint, allOf(itemExists, equals('updatedAt', endpoint.updatedAt))),
  ]);
}

function toChoice({ id, eventTypes }: WebhookEndpointItem): { readonly id: string; readonly eventTypes?: string[] } {
  return { id, ...(eventTypes === undefined ? {} : { eventTypes }) };
}
