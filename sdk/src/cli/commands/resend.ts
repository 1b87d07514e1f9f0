import { type Command, optionValue } from '../command.js';
import { resendNotification } from '../resending.js';

export const resend: Command = {
  about: 'Sends a notification to your webhook URL again, with the same id and bytes',
  words: ['NOTIFICATION_ID'],
  options: { endpoint: { value: 'ID', about: 'Sends the notification to this endpoint, also for the first time' } },
  notes: 'Retries a FAILED notification (at most three times), and replays a SENT or NOT_SENT notification.',
  async run(typed, { connect, terminal: { signal }, print }) {
    const [id = ''] = typed.words;
    const { ramp } = await connect();
    const { event, by, sent } = await resendNotification(ramp, {
      id,
      endpoint: optionValue(typed, 'endpoint'),
      signal,
    });
    const others = sent > 1 ? ` Notifications of the same millisecond that are also sent again: ${sent - 1}.` : '';
    print({ json: { id, event, by, sent }, text: `${event} ${id} is sent again.${others}` });
  },
};
