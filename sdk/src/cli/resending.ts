/** Resends a webhook notification, for the command line and the console. */
import type { PartnerRamp } from '../client.js';
import { CommandFailed } from './errors.js';

/** The outcome. */
export interface Resent {
  readonly event: string;
  readonly by: 'retry' | 'replay';
  /** Number of resent notifications. A replay also resends other notifications with the same event, status and creation time. */
  readonly sent: number;
}

interface Asked {
  readonly id: string;
  /** Id of the endpoint. @default the default endpoint */
  readonly endpoint: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Resends a notification to an endpoint: a `FAILED` delivery with a retry, a `SENT` or `NOT_SENT` delivery with a replay.
 * @throws CommandFailed if a delivery is in progress or nothing was sent; RampError for an unknown notification or endpoint
 */
export async function resendNotification(ramp: PartnerRamp, { id, endpoint, signal }: Asked): Promise<Resent> {
  const notification = await ramp.webhookNotifications.get(id, { signal });
  const { createdAt, deliveries = [], payload } = notification;
  const { event } = payload;
  const found = endpoint === undefined ? undefined : await ramp.webhookEndpoints.get(endpoint, { signal });
  const to = found === undefined || found.isDefault ? {} : { endpointId: found.id };
  const delivery =
    to.endpointId === undefined ? notification : deliveries.find(({ endpointId }) => endpointId === to.endpointId);
  const { status, nextAttemptAt } = delivery ?? { status: 'NOT_SENT' as const, nextAttemptAt: null };
  if (status === 'PENDING') throw new CommandFailed(`${event} is PENDING. The next attempt is at ${nextAttemptAt}`);
  if (status === 'FAILED') {
    await ramp.webhookNotifications.retry(id, to, { signal });
    return { event, by: 'retry', sent: 1 };
  }
  // A replay accepts a time range and no ids. This is the smallest range that contains the notification.
  const range = { status, eventType: event, createdFrom: createdAt, createdTo: createdAt };
  const { accepted } = await ramp.webhookNotifications.replay({ ...range, ...to }, { signal });
  if (accepted > 0) return { event, by: 'replay', sent: accepted };
  if (to.endpointId !== undefined)
    throw new CommandFailed(
      `Nothing was sent: the endpoint does not accept ${event}, or the notification changed at the same moment`,
    );
  const { url } = await ramp.webhookSettings.get({ signal });
  throw new CommandFailed(
    url === null
      ? 'Nothing was sent, because no webhook URL is set'
      : 'Nothing was sent, because the notification changed at the same moment',
  );
}
