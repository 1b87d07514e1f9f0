import type { NotificationChange } from '../../generated/openapi.js';

/**
 * Whether a version of a notification begins a series of deliveries: its creation, a manual retry or a replay. A version
 * is in the feed once, so a listener that sends at each of these sends as often as the service begins to.
 */
export function beginsDelivery({ version, resource: { status, retryAttempts } }: NotificationChange): boolean {
  return version === 1 || (status === 'PENDING' && retryAttempts === 0);
}

/** The body as every attempt carries it, byte for byte: members keep their order, and payloads hold no fractions. */
export function bodyOf({ resource: { payload } }: NotificationChange): string {
  return JSON.stringify(payload);
}
