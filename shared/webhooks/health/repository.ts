/** What deliveries say of a partner's endpoints. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { hasVersion } from '#shared/dynamodb/expressions';
import { endpointHealthKey } from '#shared/dynamodb/keys';
import { documentClient, readItem, readItems } from '#shared/dynamodb/table';
import { conditionally } from '#shared/dynamodb/unit-of-work';
import { updateInput } from '#shared/dynamodb/writes';
import { type EndpointHealth, type HealthSample, healthAfter } from '#shared/webhooks/domain/endpoint-health';
import type { Target } from '#shared/webhooks/slow-targets';
import { endpointHealthItem } from './item';

/** Without a delivery for this long, nothing is known of an endpoint any more; that of a deleted one ends by itself. */
const RETENTION_S = 35 * 24 * 3600;

/** The health of endpoints of a partner, in their order; `undefined` stands for the first one. */
export async function readHealth(
  partnerId: string,
  endpointIds: readonly (string | undefined)[],
): Promise<EndpointHealth[]> {
  const items = await readItems(endpointIds.map((endpointId) => endpointHealthKey(partnerId, endpointId)));
  return items.map((item) => (item === undefined ? {} : endpointHealthItem.parse(item)));
}

/**
 * Stores what an attempt says of its endpoint, where that is news. Where another worker has stored something since it was
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
