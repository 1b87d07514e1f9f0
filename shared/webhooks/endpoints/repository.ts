/**
 * A partner's webhook endpoints (docs/adr/014). The settings item is the default endpoint. It also lists the additional endpoints
 * with their chosen events. Each additional endpoint is a separate item.
 */
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { absent, allOf, type Condition, equals, hasVersion, itemExists } from '#shared/dynamodb/expressions';
import {
  endpointHealthKey,
  faultInjectionKey,
  type RecordKey,
  webhookEndpointKey,
  webhookSettingsKey,
} from '#shared/dynamodb/keys';
import {
  documentClient,
  readItem,
  readItems,
  readRecord,
  readRecords,
  type StoredRecord,
  tableName,
} from '#shared/dynamodb/table';
import {
  conditionally,
  type PendingWrite,
  retryOnTransactionConflict,
  writeIfConditionsHold,
} from '#shared/dynamodb/unit-of-work';
import { deleteItem, putIfAbsent, putItem, updateInput } from '#shared/dynamodb/writes';
import { newId, normalizeId } from '#shared/values/ids';
import { toIsoTime } from '#shared/values/iso-time';
import { deliveryEndpointId, type Endpoint } from '#shared/webhooks/domain/endpoint';
import { type EndpointHealth, type HealthSample, healthAfter } from '#shared/webhooks/domain/endpoint-health';
import { type FaultInjection, faultModes, noFaultInjection } from '#shared/webhooks/domain/fault-injection';
import type { Target } from '#shared/webhooks/slow-targets';

const endpointFields = {
  PK: z.string(),
  SK: z.string(),
  id: z.string(),
  partnerId: z.string(),
  url: z.nullable(z.string()),
  eventTypes: z.optional(z.array(z.string())),
  /**
   * Newest first; at most three are valid. `sealed`: KMS ciphertext (base64) of the `whsec_…` text, encryption context
   * {partnerId}.
   */
  secrets: z.array(z.object({ id: z.string(), sealed: z.string(), expiresAt: z.optional(z.string()) })),
  secretRotatedAt: z.optional(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
};

export const webhookSettingsItem = z.object({
  ...endpointFields,
  entity: z.literal('WEBHOOK'),
  /**
   * The additional endpoints with their chosen events, oldest first. The code that creates notifications reads this list.
   * @default none
   */
  endpoints: z.optional(z.array(z.object({ id: z.string(), eventTypes: z.optional(z.array(z.string())) }))),
  /** Increases with each change of `endpoints`. @default 0 */
  endpointsVersion: z.optional(z.number()),
});

export type WebhookSettingsItem = z.infer<typeof webhookSettingsItem>;

const webhookEndpointItem = z.object({
  ...endpointFields,
  entity: z.literal('WEBHOOK_ENDPOINT'),
  eventBusArn: z.optional(z.string()),
});

const endpointItem = z.discriminatedUnion('entity', [webhookSettingsItem, webhookEndpointItem]);

/** Returns the key of an endpoint from the endpoint id of a delivery. Without an id, returns the key of the default endpoint. */
export function endpointKey(partnerId: string, endpointId: string | undefined): RecordKey {
  return endpointId === undefined ? webhookSettingsKey(partnerId) : webhookEndpointKey(partnerId, endpointId);
}

export function decodeEndpoint(raw: StoredRecord): Endpoint {
  const item = endpointItem.parse(raw);
  const { id, partnerId, url, eventTypes, secrets, secretRotatedAt, createdAt, updatedAt } = item;
  return {
    ...{ id, partnerId, url, eventTypes, secrets, secretRotatedAt, createdAt, updatedAt },
    isDefault: item.entity === 'WEBHOOK',
    eventBusArn: item.entity === 'WEBHOOK' ? undefined : item.eventBusArn,
  };
}

/** Converts an additional endpoint to its table item. */
export function encodeEndpoint({ isDefault: _, ...endpoint }: Endpoint): StoredRecord & RecordKey {
  return { ...webhookEndpointKey(endpoint.partnerId, endpoint.id), entity: 'WEBHOOK_ENDPOINT', ...endpoint };
}

/** Input for creating an endpoint. */
export type NewEndpoint = Pick<Endpoint, 'partnerId' | 'url' | 'eventBusArn' | 'eventTypes' | 'secrets'>;

/** Creates an additional endpoint, not yet stored. */
export function newEndpoint(endpoint: NewEndpoint, nowMs: number): Endpoint {
  const at = toIsoTime(nowMs);
  return { id: newId(nowMs), isDefault: false, ...endpoint, createdAt: at, updatedAt: at };
}

/** An endpoint that was read, with the values that a conditional write compares. */
export interface StoredEndpoint {
  readonly endpoint: Endpoint;
  /** Ids of all endpoints of the partner: first the default endpoint, then the additional endpoints, oldest first. */
  readonly endpointIds: readonly string[];
  readonly settings: WebhookSettingsItem;
}

/** Finds the partner's default endpoint; `undefined` if the partner does not exist. */
export function findDefaultEndpoint(partnerId: string): Promise<StoredEndpoint | undefined> {
  return readRecord(webhookSettingsKey(partnerId), (raw) => toStored(raw, raw));
}

/** Finds an endpoint of a partner by id; `undefined` if the partner has no endpoint with this id. */
export async function findEndpoint(partnerId: string, id: string): Promise<StoredEndpoint | undefined> {
  const known = normalizeId(id);
  if (known === undefined) return undefined;
  const [settings, item] = await readItems([webhookSettingsKey(partnerId), webhookEndpointKey(partnerId, known)]);
  if (settings?.id === known) return toStored(settings, settings);
  return settings && item && toStored(settings, item);
}

/**
 * Lists the partner's endpoints with their health: the default endpoint, then the additional endpoints, oldest first. Skips
 * endpoints deleted since the read.
 */
export async function listEndpoints({ endpoint: first, endpointIds }: StoredEndpoint) {
  const { partnerId } = first;
  const [, ...otherIds] = endpointIds;
  const keys = otherIds.map((id) => webhookEndpointKey(partnerId, id));
  const [others, health] = await Promise.all([
    readRecords(keys, decodeEndpoint),
    readHealth(endpointIds.map((id) => ({ id, partnerId, isDefault: id === first.id }))),
  ]);
  const healthById = new Map(endpointIds.map((id, position) => [id, health[position]]));
  return [first, ...others].map((endpoint) => ({ endpoint, health: healthById.get(endpoint.id) ?? {} }));
}

function toStored(rawSettings: StoredRecord, raw: StoredRecord): StoredEndpoint {
  const settings = webhookSettingsItem.parse(rawSettings);
  const endpointIds = [settings.id, ...(settings.endpoints ?? []).map(({ id }) => id)];
  return { endpoint: decodeEndpoint(raw), endpointIds, settings };
}

/**
 * Stores a new additional endpoint.
 * @returns false if nothing was written, because the partner's endpoints have changed since the read
 */
export function insertEndpoint(
  { settings }: StoredEndpoint,
  endpoint: Endpoint,
  additionalWrites: readonly PendingWrite[] = [],
): Promise<boolean> {
  const choices = [...(settings.endpoints ?? []), toChoice(endpoint)];
  const put = putIfAbsent(encodeEndpoint(endpoint));
  return writeIfConditionsHold([choicesWrite(settings, choices), put, ...additionalWrites]);
}

/**
 * Stores a changed endpoint. If its chosen events changed, also writes them to the webhook settings.
 * @returns the stored endpoint; `undefined` if nothing was written, because the endpoint has changed since the read
 */
export async function saveEndpoint(
  { endpoint: before, settings }: StoredEndpoint,
  after: Endpoint,
  { nowMs, additionalWrites = [] }: { readonly nowMs: number; readonly additionalWrites?: readonly PendingWrite[] },
): Promise<Endpoint | undefined> {
  const stored = { ...after, updatedAt: nextUpdate(before, nowMs) };
  // Uses a DynamoDB transaction even for one item. If a response is lost, the retry has the same client request token, so
  // DynamoDB reports no conflict.
  const writes = before.isDefault ? [settingsWrite(settings, stored)] : endpointWrites(settings, before, stored);
  return (await writeIfConditionsHold([...writes, ...additionalWrites])) ? stored : undefined;
}

function settingsWrite(settings: WebhookSettingsItem, after: Endpoint): PendingWrite {
  const { url, eventTypes, secrets, secretRotatedAt, updatedAt } = after;
  return putItem({ ...settings, url, eventTypes, secrets, secretRotatedAt, updatedAt }, isUnchanged(settings));
}

function endpointWrites(settings: WebhookSettingsItem, before: Endpoint, after: Endpoint): PendingWrite[] {
  const put = putItem(encodeEndpoint(after), equals('updatedAt', before.updatedAt));
  if (String(before.eventTypes) === String(after.eventTypes)) return [put];
  const choices = (settings.endpoints ?? []).map((choice) => (choice.id === after.id ? toChoice(after) : choice));
  return [choicesWrite(settings, choices), put];
}

/**
 * Deletes an additional endpoint, or removes the URL of the default endpoint. Pending deliveries to a deleted endpoint fail at
 * their next attempt.
 * @returns false if nothing was written, because the partner's endpoints have changed since the read
 */
export async function removeEndpoint(stored: StoredEndpoint, nowMs: number): Promise<boolean> {
  const { endpoint, settings } = stored;
  if (endpoint.isDefault) return (await saveEndpoint(stored, { ...endpoint, url: null }, { nowMs })) !== undefined;
  const choices = (settings.endpoints ?? []).filter(({ id }) => id !== endpoint.id);
  const isRead = allOf(itemExists, equals('updatedAt', endpoint.updatedAt));
  return writeIfConditionsHold([
    choicesWrite(settings, choices),
    deleteItem(webhookEndpointKey(endpoint.partnerId, endpoint.id), isRead),
  ]);
}

/** Replaces the list of additional endpoints. `updatedAt` belongs to the default endpoint and stays unchanged. */
function choicesWrite(settings: WebhookSettingsItem, endpoints: WebhookSettingsItem['endpoints']): PendingWrite {
  const endpointsVersion = (settings.endpointsVersion ?? 0) + 1;
  return putItem({ ...settings, endpoints, endpointsVersion }, isUnchanged(settings));
}

function toChoice({ id, eventTypes }: Endpoint) {
  return { id, ...(eventTypes === undefined ? {} : { eventTypes: [...eventTypes] }) };
}

/** Returns the update time of a changed endpoint. The time always increases, because write conditions compare the time. */
function nextUpdate(before: Endpoint, nowMs: number): string {
  return new Date(Math.max(nowMs, Date.parse(before.updatedAt) + 1)).toISOString();
}

function isUnchanged({ updatedAt, endpointsVersion }: WebhookSettingsItem): Condition {
  return allOf(
    equals('updatedAt', updatedAt),
    endpointsVersion === undefined ? absent('endpointsVersion') : equals('endpointsVersion', endpointsVersion),
  );
}

const faultInjectionItem = z.object({ mode: z.enum(faultModes), rate: z.number() });

/** Reads the fault injection that a sandbox partner has set. Returns `noFaultInjection` without a setting. */
export async function readFaultInjection(partnerId: string, read = readItem): Promise<FaultInjection> {
  const raw = await read(faultInjectionKey(partnerId));
  return raw === undefined ? noFaultInjection : faultInjectionItem.parse(raw);
}

/** Stores a sandbox partner's fault injection. The last write wins. */
export async function saveFaultInjection(partnerId: string, { mode, rate }: FaultInjection): Promise<void> {
  const Item = { ...faultInjectionKey(partnerId), entity: 'FAULT_INJECTION', partnerId, mode, rate };
  await retryOnTransactionConflict(() => documentClient().send(new PutCommand({ TableName: tableName(), Item })));
}

// Health of endpoints, in separate items. Only deliveries write these items, so they never conflict with changes of an endpoint.

const endpointHealthItem = z.object({
  lastSuccessAt: z.optional(z.string()),
  lastFailureAt: z.optional(z.string()),
  failingSince: z.optional(z.string()),
  lastError: z.optional(z.string()),
  version: z.number(),
});

/** Time from the last write of a health item to its expiry. Only this expiry removes the health item of a deleted endpoint. */
const RETENTION_S = 35 * 24 * 3600;

/** Reads the health of endpoints, in the order of the input. */
export async function readHealth(
  endpoints: readonly Pick<Endpoint, 'id' | 'partnerId' | 'isDefault'>[],
): Promise<EndpointHealth[]> {
  const keys = endpoints.map((endpoint) => endpointHealthKey(endpoint.partnerId, deliveryEndpointId(endpoint)));
  return (await readItems(keys)).map((item) => (item === undefined ? {} : endpointHealthItem.parse(item)));
}

/**
 * Stores the health after an attempt if a write is needed. Writes nothing if another worker has stored a health since the read,
 * because that health is equally recent.
 */
export async function recordHealth({ partnerId, endpointId }: Target, sample: HealthSample): Promise<void> {
  const key = endpointHealthKey(partnerId, endpointId);
  const found = await readItem(key);
  const before = found && endpointHealthItem.parse(found);
  const after = healthAfter(before ?? {}, sample);
  if (after === undefined) return;
  const update = updateInput(key, {
    set: {
      ...after,
      entity: 'ENDPOINT_HEALTH',
      version: (before?.version ?? 0) + 1,
      ttl: Math.ceil(sample.atMs / 1000) + RETENTION_S,
    },
    remove: after.failingSince === undefined ? ['failingSince'] : [],
    condition: hasVersion(before?.version),
  });
  await conditionally(documentClient().send(new UpdateCommand(update)));
}
