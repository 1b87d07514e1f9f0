import type { Endpoint } from '#shared/webhooks/domain/endpoint';
import { type StoredEndpoint, saveEndpoint } from './repository';
import { newSealedSecret } from './rotate-secret';

/** Requested settings of an endpoint: target and chosen events. */
export interface EndpointChange extends Pick<Endpoint, 'url' | 'eventBusArn'> {
  /** Events to send. Absent or null: all events. */
  readonly eventTypes?: readonly string[] | null | undefined;
}

/**
 * Replaces target and chosen events of an endpoint. The first URL creates a signing secret, which is shown only once (`shown`).
 * @returns `undefined` if the endpoint has changed since the read
 */
export async function changeEndpoint(
  stored: StoredEndpoint,
  { url, eventBusArn, eventTypes }: EndpointChange,
  nowMs: number,
) {
  const { partnerId, secrets } = stored.endpoint;
  const first = url !== null && secrets.length === 0 ? await newSealedSecret(partnerId, nowMs) : undefined;
  const after = {
    ...stored.endpoint,
    ...{ url, eventBusArn, eventTypes: chosenEvents(eventTypes) },
    secrets: first === undefined ? secrets : [first.stored],
  };
  const endpoint = await saveEndpoint(stored, after, { nowMs });
  return endpoint && { endpoint, shown: first === undefined ? {} : { secret: first.secret } };
}

/** Returns the chosen events for storage, without duplicates; `undefined` if all events are chosen. */
export function chosenEvents(eventTypes: readonly string[] | null | undefined): readonly string[] | undefined {
  return eventTypes == null ? undefined : [...new Set(eventTypes)];
}
