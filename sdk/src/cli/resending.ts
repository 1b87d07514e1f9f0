/** Sending a notification again, by the command line and on the page. */
import type { PartnerRamp } from '../client.js';
import type { WebhookNotification } from '../generated/openapi.js';
import { CommandFailed } from './errors.js';

/** A notification, and where it is to be sent. */
interface Resending {
  readonly notification: WebhookNotification;
  /** `undefined` for the first endpoint. */
  readonly endpointId: string | undefined;
  /** Of its delivery there; `NOT_SENT` where there is none. */
  readonly status: WebhookNotification['status'];
}

/** The outcome. */
export interface Resent {
  readonly event: string;
  readonly by: 'retry' | 'replay';
  /** Notifications that go out: more than one where others were made in the same millisecond. */
  readonly sent: number;
}

interface Asked {
  readonly id: string;
  /** The endpoint. @default the first one */
  readonly endpoint: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Sends a notification to an endpoint again: a FAILED one by a retry, any other one that has ended by a replay.
 * @throws CommandFailed when it is on its way there or was not sent; RampError for what there is not
 */
export async function resendNotification(ramp: PartnerRamp, { id, endpoint, signal }: Asked): Promise<Resent> {
  const notification = await ramp.webhookNotifications.get(id, { signal });
  const resending = await toResending(ramp, { notification, endpoint, signal });
  const by = resending.status === 'FAILED' ? 'retry' : 'replay';
  const sent = by === 'retry' ? await retry(ramp, resending, signal) : await replay(ramp, resending, signal);
  return { event: notification.payload.event, by, sent };
}

/** @throws CommandFailed when it is on its way there; RampError for an endpoint that there is not */
async function toResending(
  ramp: PartnerRamp,
  asked: {
    readonly notification: WebhookNotification;
    readonly endpoint: string | undefined;
    readonly signal: AbortSignal;
  },
): Promise<Resending> {
  const { notification, endpoint, signal } = asked;
  const found = endpoint === undefined ? undefined : await ramp.webhookEndpoints.get(endpoint, { signal });
  const endpointId = found === undefined || found.isDefault ? undefined : found.id;
  const delivery =
    endpointId === undefined ? notification : notification.deliveries?.find((one) => one.endpointId === endpointId);
  const status = delivery?.status ?? 'NOT_SENT';
  if (status === 'PENDING') {
    const next = delivery?.nextAttemptAt;
    throw new CommandFailed(`${notification.payload.event} is on its way: its next attempt is at ${next}`);
  }
  return { notification, endpointId, status };
}

function toEndpoint({ endpointId }: Resending) {
  return endpointId === undefined ? {} : { endpointId };
}

async function retry(ramp: PartnerRamp, resending: Resending, signal: AbortSignal): Promise<number> {
  await ramp.webhookNotifications.retry(resending.notification.id, toEndpoint(resending), { signal });
  return 1;
}

/** The narrowest range that holds it: a replay knows no ids. */
async function replay(ramp: PartnerRamp, resending: Resending, signal: AbortSignal): Promise<number> {
  const { createdAt, payload } = resending.notification;
  const { status, endpointId } = resending;
  const range = { status, eventType: payload.event, createdFrom: createdAt, createdTo: createdAt };
  const { accepted } = await ramp.webhookNotifications.replay({ ...range, ...toEndpoint(resending) }, { signal });
  if (accepted > 0) return accepted;
  if (endpointId !== undefined)
    throw new CommandFailed(
      `It was not sent: the endpoint does not choose ${payload.event}, or something else changed it at the same moment`,
    );
  const { url } = await ramp.webhookSettings.get({ signal });
  throw new CommandFailed(
    url === null
      ? 'No webhook URL is set: there is nowhere to send it to'
      : 'It was not sent: something else changed it at the same moment',
  );
}
