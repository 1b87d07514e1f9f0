import * as z from 'zod/mini';
import { webhookEndpointKey } from '#shared/dynamodb/keys';
import { newId } from '#shared/values/ids';
import { toIsoTime } from '#shared/values/iso-time';
import { sealedSecrets } from '#shared/webhooks/settings/item';

/** An endpoint beside the first one, which the settings hold. Its list entry stands in the settings too. */
export const webhookEndpointItem = z.object({
  PK: z.string(),
  SK: z.string(),
  entity: z.literal('WEBHOOK_ENDPOINT'),
  id: z.string(),
  partnerId: z.string(),
  /** Exactly one of the two is there. It stays the one that the endpoint was created with. */
  url: z.nullable(z.string()),
  eventBusArn: z.optional(z.string()),
  /** Events that are sent. @default all */
  eventTypes: z.optional(z.array(z.string())),
  /** None for an event bus, which authenticates us by our role. */
  secrets: sealedSecrets,
  /** Of the latest rotation; absent before the first. */
  secretRotatedAt: z.optional(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type WebhookEndpointItem = z.infer<typeof webhookEndpointItem>;

/** What a partner and its new endpoint agree on. */
export type NewEndpoint = Pick<WebhookEndpointItem, 'partnerId' | 'url' | 'eventBusArn' | 'eventTypes' | 'secrets'>;

/** A new endpoint as it is stored. */
export function newEndpointItem(endpoint: NewEndpoint, nowMs: number): WebhookEndpointItem {
  const [id, at] = [newId(nowMs), toIsoTime(nowMs)];
  const key = webhookEndpointKey(endpoint.partnerId, id);
  return { ...key, entity: 'WEBHOOK_ENDPOINT', id, ...endpoint, createdAt: at, updatedAt: at };
}
