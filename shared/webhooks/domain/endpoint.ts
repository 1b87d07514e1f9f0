import type { SigningSecret } from './signing-secrets';

/** Endpoints of a partner at most, the default one included. */
export const MAX_ENDPOINTS = 5;

/** A place that a partner's events are sent to. Instants are ISO 8601. */
export interface Endpoint {
  readonly id: string;
  readonly partnerId: string;
  /** True for the endpoint that a partner has from its beginning. It cannot be deleted, and has no URL until one is set. */
  readonly isDefault: boolean;
  /** `null` for an event bus. An endpoint stays of the kind that it was created with. */
  readonly url: string | null;
  readonly eventBusArn?: string | undefined;
  /** Events that are sent. @default all */
  readonly eventTypes?: readonly string[] | undefined;
  /** Empty for an event bus, which authenticates us by our role. */
  readonly secrets: readonly SigningSecret[];
  /** Time of the latest rotation; absent before the first. */
  readonly secretRotatedAt?: string | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Returns true if an event is among the chosen ones, or if none were chosen. */
export function isChosen(eventTypes: readonly string[] | undefined, event: string): boolean {
  return eventTypes === undefined || eventTypes.includes(event);
}

/**
 * Returns true if a replay to an endpoint may send an event. One to the default endpoint sends also what it does not choose: it asks
 * for events by name (docs/adr/014). To another one it makes deliveries, and only of what that chooses now.
 */
export function mayReplay({ isDefault, eventTypes }: Endpoint, event: string): boolean {
  return isDefault || isChosen(eventTypes, event);
}

/** Returns the id by which deliveries and messages name their endpoint; `undefined` for the default one. */
export function deliveryEndpointId({ id, isDefault }: Pick<Endpoint, 'id' | 'isDefault'>): string | undefined {
  return isDefault ? undefined : id;
}
