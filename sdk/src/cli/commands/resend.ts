import type { WebhookNotification } from '../../generated/openapi.js';
import type { Command, Session } from '../command.js';
import { CommandFailed } from '../errors.js';

export const resend: Command = {
  about: 'Sends a notification again to your webhook URL, with the id and the bytes that it had',
  words: ['NOTIFICATION_ID'],
  options: {},
  notes:
    'A FAILED one is retried by hand (three times at most), any other one that has ended is replayed. Further endpoints are not sent it.',
  async run({ words: [id = ''] }, { connect, terminal: { signal }, print }) {
    const session = await connect();
    const notification = await session.ramp.webhookNotifications.get(id, { signal });
    const { status, payload } = notification;
    if (status === 'PENDING')
      throw new CommandFailed(`${payload.event} is on its way: its next attempt is at ${notification.nextAttemptAt}`);
    const by = status === 'FAILED' ? 'retry' : 'replay';
    const sent = by === 'retry' ? await retry(session, id, signal) : await replay(session, notification, signal);
    const others = sent > 1 ? ` So do ${sent - 1} more of the same millisecond.` : '';
    print({ json: { id, event: payload.event, by, sent }, text: `${payload.event} ${id} goes out again.${others}` });
  },
};

async function retry({ ramp }: Session, id: string, signal: AbortSignal): Promise<number> {
  await ramp.webhookNotifications.retry(id, {}, { signal });
  return 1;
}

/** The narrowest range that holds it: a replay knows no ids. */
async function replay({ ramp }: Session, notification: WebhookNotification, signal: AbortSignal): Promise<number> {
  const { status, createdAt, payload } = notification;
  const range = { status, eventType: payload.event, createdFrom: createdAt, createdTo: createdAt };
  const { accepted } = await ramp.webhookNotifications.replay(range, { signal });
  if (accepted > 0) return accepted;
  const { url } = await ramp.webhookSettings.get({ signal });
  throw new CommandFailed(
    url === null
      ? 'No webhook URL is set: there is nowhere to send it to'
      : 'It was not sent: something else changed it at the same moment',
  );
}
