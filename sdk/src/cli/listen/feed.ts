import type { PartnerRamp } from '../../client.js';
import { RampConnectionError, RampError } from '../../errors.js';
import type { Change, NotificationChange, WebhookNotification } from '../../generated/openapi.js';
import { pause } from '../../pause.js';

/**
 * A version of a notification with its payload. If a user is erased, the earlier versions of the user's notifications in the
 * change feed lose their payload.
 */
export interface KeptNotification extends NotificationChange {
  readonly resource: WebhookNotification;
}

/** Changes of notifications, and the cursor of the next page. */
export interface FeedPage {
  readonly changes: readonly KeptNotification[];
  readonly nextCursor: string;
}

export interface FeedOptions {
  readonly ramp: PartnerRamp;
  /** Start position: a cursor, or a time in epoch milliseconds. */
  readonly start: string | number;
  readonly signal: AbortSignal;
  /** Pause between two requests at the end of the feed, in milliseconds. */
  readonly pollIntervalMs: number;
  /**
   * Called if a request still fails after the client's retries: without a response, with status 429 or with a 5xx status. After a
   * pause, the listener repeats the request.
   */
  readonly onOutage: (error: Error) => void;
}

const QUERY = { types: ['NOTIFICATION' as const], limit: 100 };

/** Pause after all retries of the client have failed, in milliseconds. */
const OUTAGE_PAUSE_MS = 5_000;

/** Returns the new changes of notifications until the signal is aborted. @throws RampError if the API rejects the key */
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
 * Returns the cursor of the current end of the feed. Only a page contains a cursor, and the pages can start minutes before
 * `from`. A request for a rare type of change skips thousands of changes of other types.
 */
export async function endOfFeed(ramp: PartnerRamp, signal: AbortSignal): Promise<string> {
  const from = new Date().toISOString();
  const changes = ramp.changes.list({ types: ['BANK_ACCOUNT'], limit: 100, from }, { signal });
  let end = (await changes).nextCursor;
  for await (const page of changes.pages()) end = page.nextCursor;
  return end;
}

/** Returns true if a change is a notification with a payload. Erasing a user removes the payload from earlier versions. */
export function isKeptNotification(change: Change): change is KeptNotification {
  return change.type === 'NOTIFICATION' && 'payload' in change.resource;
}

/**
 * Returns true if this version of a notification starts a delivery run: its creation, a manual retry or a replay. The feed
 * contains each version once. A listener that forwards only these versions therefore forwards each delivery run once.
 */
export function beginsDelivery({ version, resource: { status, retryAttempts } }: KeptNotification): boolean {
  return version === 1 || (status === 'PENDING' && retryAttempts === 0);
}

/**
 * Returns the body that the service sends in every attempt, byte for byte. JSON keeps the order of the fields, and payloads
 * contain no fractional numbers.
 */
export function bodyOf({ resource: { payload } }: KeptNotification): string {
  return JSON.stringify(payload);
}

function isOutage(error: unknown): error is Error {
  if (error instanceof RampError) return error.status === 429 || error.status >= 500;
  return error instanceof RampConnectionError;
}
