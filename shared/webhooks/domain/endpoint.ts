import type { SigningSecret } from './signing-secrets';

/** Maximum number of a partner's endpoints, including the default endpoint. */
export const MAX_ENDPOINTS = 5;

/** A destination of a partner's events. Times are ISO 8601. */
export interface Endpoint {
  readonly id: string;
  readonly partnerId: string;
  /** True for the endpoint created with the partner. It cannot be deleted, and has no URL until the partner sets one. */
  readonly isDefault: boolean;
  /** `null` for an event bus, and for a default endpoint without a URL. An endpoint never changes between URL and event bus. */
  readonly url: string | null;
  readonly eventBusArn?: string | undefined;
  /** Event types that are sent to the endpoint. @default all event types */
  readonly eventTypes?: readonly string[] | undefined;
  /** Empty for an event bus, because AWS authenticates our IAM role. */
  readonly secrets: readonly SigningSecret[];
  /** Time of the latest secret rotation; absent before the first rotation. */
  readonly secretRotatedAt?: string | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Returns true if an event is among the chosen event types, or if all events are sent. */
export function isChosen(eventTypes: readonly string[] | undefined, event: string): boolean {
  return eventTypes === undefined || eventTypes.includes(event);
}

/**
 * Returns true if a replay may send an event to the endpoint. The default endpoint also receives events that it has not chosen,
 * an additional endpoint only its currently chosen events (docs/adr/014).
 */
export function mayReplay({ isDefault, eventTypes }: Endpoint, event: string): boolean {
  return isDefault || isChosen(eventTypes, event);
}

/** Returns the endpoint id that deliveries and messages contain; `undefined` for the default endpoint. */
export function deliveryEndpointId({ id, isDefault }: Pick<Endpoint, 'id' | 'isDefault'>): string | undefined {
  return isDefault ? undefined : id;
}
