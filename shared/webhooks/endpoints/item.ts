/**
 * Endpoints as they are stored (docs/adr/014): the default one is the webhook settings of its partner, which also list the
 * additional ones with their choices of events; each of these is an item of its own.
 */
import * as z from 'zod/mini';
import { type RecordKey, webhookEndpointKey, webhookSettingsKey } from '#shared/dynamodb/keys';
import type { StoredRecord } from '#shared/dynamodb/table';
import { newId } from '#shared/values/ids';
import { toIsoTime } from '#shared/values/iso-time';
import type { Endpoint } from '#shared/webhooks/domain/endpoint';

const endpointFields = {
  PK: z.string(),
  SK: z.string(),
  id: z.string(),
  partnerId: z.string(),
  url: z.nullable(z.string()),
  eventTypes: z.optional(z.array(z.string())),
  /** Newest first; at most three live ones during a rotation. Base64 KMS ciphertexts of the `whsec_…` text, with encryption context {partnerId}. */
  secrets: z.array(z.object({ id: z.string(), sealed: z.string(), expiresAt: z.optional(z.string()) })),
  secretRotatedAt: z.optional(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
};

export const webhookSettingsItem = z.object({
  ...endpointFields,
  entity: z.literal('WEBHOOK'),
  /** The additional endpoints, oldest first, as writes that notify have to know them. @default none */
  endpoints: z.optional(z.array(z.object({ id: z.string(), eventTypes: z.optional(z.array(z.string())) }))),
  /** Rises with each change of `endpoints`. @default 0 */
  endpointsVersion: z.optional(z.number()),
});

export type WebhookSettingsItem = z.infer<typeof webhookSettingsItem>;

const webhookEndpointItem = z.object({
  ...endpointFields,
  entity: z.literal('WEBHOOK_ENDPOINT'),
  eventBusArn: z.optional(z.string()),
});

const endpointItem = z.discriminatedUnion('entity', [webhookSettingsItem, webhookEndpointItem]);

/** Returns the key of an endpoint by the id that deliveries name; without one, of the default endpoint. */
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

/** Encodes an additional endpoint. */
export function encodeEndpoint({ isDefault: _, ...endpoint }: Endpoint): StoredRecord & RecordKey {
  return { ...webhookEndpointKey(endpoint.partnerId, endpoint.id), entity: 'WEBHOOK_ENDPOINT', ...endpoint };
}

/** Facts of a new endpoint. */
export type NewEndpoint = Pick<Endpoint, 'partnerId' | 'url' | 'eventBusArn' | 'eventTypes' | 'secrets'>;

/** Makes a new additional endpoint. */
export function newEndpoint(endpoint: NewEndpoint, nowMs: number): Endpoint {
  const at = toIsoTime(nowMs);
  return { id: newId(nowMs), isDefault: false, ...endpoint, createdAt: at, updatedAt: at };
}
