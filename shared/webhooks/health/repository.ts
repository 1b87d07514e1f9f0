/** Health of partners' endpoints, as deliveries report it. Written by them alone, so that it conflicts with no change of an endpoint. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { hasVersion } from '#shared/dynamodb/expressions';
import { endpointHealthKey } from '#shared/dynamodb/keys';
import { documentClient, readItem, readItems } from '#shared/dynamodb/table';
import { conditionally } from '#shared/dynamodb/unit-of-work';
import { updateInput } from '#shared/dynamodb/writes';
import { deliveryEndpointId, type Endpoint } from '#shared/webhooks/domain/endpoint';
import { type EndpointHealth, type HealthSample, healthAfter } from '#shared/webhooks/domain/endpoint-health';
import type { Target } from '#shared/webhooks/slow-targets';

const endpointHealthItem = z.object({
  lastSuccessAt: z.optional(z.string()),
  lastFailureAt: z.optional(z.string()),
  failingSince: z.optional(z.string()),
  lastError: z.optional(z.string()),
  version: z.number(),
});

/** Retention without a delivery: after it nothing is known of an endpoint any more; that of a deleted one ends by itself. */
const RETENTION_S = 35 * 24 * 3600;

/** Reads the health of endpoints, in their order. */
export async function readHealth(
  endpoints: readonly Pick<Endpoint, 'id' | 'partnerId' | 'isDefault'>[],
): Promise<EndpointHealth[]> {
  const keys = endpoints.map((endpoint) => endpointHealthKey(endpoint.partnerId, deliveryEndpointId(endpoint)));
  return (await readItems(keys)).map((item) => (item === undefined ? {} : endpointHealthItem.parse(item)));
}

/**
 * Stores the health after an attempt, where that is news. Where another worker has stored something since it was
 * read, nothing is written: that is as new.
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
