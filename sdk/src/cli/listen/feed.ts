import type { PartnerRamp } from '../../client.js';
import { RampConnectionError, RampError } from '../../errors.js';
import type { Change, NotificationChange, WebhookNotification } from '../../generated/openapi.js';
import { pause } from '../../pause.js';

/** A version of a notification whose person was not erased. */
export interface KeptNotification extends NotificationChange {
  readonly resource: WebhookNotification;
}

/** Changes of notifications with the position after them. */
export interface FeedPage {
  readonly changes: readonly KeptNotification[];
  readonly nextCursor: string;
}

export interface FeedOptions {
  readonly ramp: PartnerRamp;
  /** Start: a cursor, or a time in epoch milliseconds. */
  readonly start: string | number;
  readonly signal: AbortSignal;
  /** Pause between two looks at the end of the feed, in milliseconds. */
  readonly pollIntervalMs: number;
  /** Called when the service does not respond, before it is asked again. */
  readonly onOutage: (error: Error) => void;
}

const QUERY = { types: ['NOTIFICATION' as const], limit: 100 };

/** Pause after the client's own repetitions were in vain, in milliseconds. */
const OUTAGE_PAUSE_MS = 5_000;

/** The changes of notifications as they come, until the signal is aborted. @throws RampError for a key that is refused */
export async function* followNotifications(options: FeedOptions): AsyncGenerator<FeedPage, void, undefined> {
  const { ramp, signal, pollIntervalMs, onOutage } = options;
  let cursor = typeof options.start === 'string' ? options.start : undefined;
  const begin = typeof options.start === 'number' ? { from: new Date(options.start).toISOString() } : {};
  while (!signal.aborted) {
    try {
      const query = { ...QUERY, ...(cursor === undefined ? begin : { cursor }) };
      for await (const page of ramp.changes.follow(query, { pollIntervalMs, signal }).pages()) {
        yield { changes: page.data.filter(isKeptNotification), nextCursor: page.nextCursor };
        cursor = page.nextCursor;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!isOutage(error)) throw error;
      onOutage(error);
      await pause(OUTAGE_PAUSE_MS, signal).catch(() => undefined);
    }
  }
}

/**
 * Finds the present end of the feed. A cursor comes from a page alone, so what came into the feed a moment ago is
 * passed through: by a type that is rare, of which a request passes thousands of changes at once.
 */
export async function endOfFeed(ramp: PartnerRamp, signal: AbortSignal): Promise<string> {
  const from = new Date().toISOString();
  const changes = ramp.changes.list({ types: ['BANK_ACCOUNT'], limit: 100, from }, { signal });
  let end = (await changes).nextCursor;
  for await (const page of changes.pages()) end = page.nextCursor;
  return end;
}

/** Returns false for notifications of an erased person: they have no payload. */
export function isKeptNotification(change: Change): change is KeptNotification {
  return change.type === 'NOTIFICATION' && 'payload' in change.resource;
}

/**
 * Returns true if a version of a notification begins a series of deliveries: its creation, a manual retry or a replay. A
 * version is in the feed once, so a listener that sends at each of these sends as often as the service begins to.
 */
export function beginsDelivery({ version, resource: { status, retryAttempts } }: KeptNotification): boolean {
  return version === 1 || (status === 'PENDING' && retryAttempts === 0);
}

/** The body as every attempt carries it, byte for byte: members keep their order, and payloads hold no fractions. */
export function bodyOf({ resource: { payload } }: KeptNotification): string {
  return JSON.stringify(payload);
}

function isOutage(error: unknown): error is Error {
  if (error instanceof RampError) return error.status === 429 || error.status >= 500;
  return error instanceof RampConnectionError;
}
