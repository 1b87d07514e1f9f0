import type { KeptNotification } from './feed.js';

/**
 * Tells whether a version of a notification begins a series of deliveries: its creation, a manual retry or a replay. A
 * version is in the feed once, so a listener that sends at each of these sends as often as the service begins to.
 */
export function beginsDelivery({ version, resource: { status, retryAttempts } }: KeptNotification): boolean {
  return version === 1 || (status === 'PENDING' && retryAttempts === 0);
}

/** The body as every attempt carries it, byte for byte: members keep their order, and payloads hold no fractions. */
export function bodyOf({ resource: { payload } }: KeptNotification): string {
  return JSON.stringify(payload);
}
