import type { WebhookNotification } from '../../generated/openapi.js';
import { type Command, optionValue, type Session } from '../command.js';
import { CommandFailed } from '../errors.js';

/** A notification, and where it is to be sent. */
interface Resending {
  readonly notification: WebhookNotification;
  /** `undefined` for the first endpoint. */
  readonly endpointId: string | undefined;
  /** Of its delivery there; `NOT_SENT` where there is none. */
  readonly status: WebhookNotification['status'];
}

export const resend: Command = {
  about: 'Sends a notification again to your webhook URL, with the id and the bytes that it had',
  words: ['NOTIFICATION_ID'],
  options: { endpoint: { value: 'ID', about: 'Sends it to this endpoint instead, also if it was never sent there' } },
  notes: 'A FAILED one is retried by hand (three times at most), any other one that has ended is replayed.',
  async run(typed, { connect, terminal: { signal }, print }) {
    const [id = ''] = typed.words;
    const endpoint = optionValue(typed, 'endpoint');
    const session = await connect();
    const notification = await session.ramp.webhookNotifications.get(id, { signal });
    const resending = await toResending(session, { notification, endpoint, signal });
    const { event } = notification.payload;
    const by = resending.status === 'FAILED' ? 'retry' : 'replay';
    const sent = by === 'retry' ? await retry(session, resending, signal) : await replay(session, resending, signal);
    const others = sent > 1 ? ` So do ${sent - 1} more of the same millisecond.` : '';
    print({ json: { id, event, by, sent }, text: `${event} ${id} goes out again.${others}` });
  },
};

/** @throws CommandFailed when it is on its way there; RampError for an endpoint that there is not */
async function toResending(
  { ramp }: Session,
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

async function retry({ ramp }: Session, resending: Resending, signal: AbortSignal): Promise<number> {
  await ramp.webhookNotifications.retry(resending.notification.id, toEndpoint(resending), { signal });
  return 1;
}

/** The narrowest range that holds it: a replay knows no ids. */
async function replay({ ramp }: Session, resending: Resending, signal: AbortSignal): Promise<number> {
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
