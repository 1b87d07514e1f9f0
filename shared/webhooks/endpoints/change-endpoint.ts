import type { Endpoint } from '#shared/webhooks/domain/endpoint';
import { type StoredEndpoint, saveEndpoint } from './repository';
import { newSealedSecret } from './rotate-secret';

/** A requested change of an endpoint. */
export interface EndpointChange extends Pick<Endpoint, 'url' | 'eventBusArn'> {
  /** Absent or null: all events. */
  readonly eventTypes?: readonly string[] | null | undefined;
}

/**
 * Sets target and choice of events of an endpoint, both as a whole: the last call wins. The first URL makes the first
 * signing secret, shown in this response only.
 * @returns the endpoint as stored, and what the response shows next to it; `undefined` when the endpoint has changed since it was read
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

/** Returns a choice of events as it is stored: each once, `undefined` if all are chosen. */
export function chosenEvents(eventTypes: readonly string[] | null | undefined): readonly string[] | undefined {
  return eventTypes == null ? undefined : [...new Set(eventTypes)];
}
