import { type Command, optionValue } from '../command.js';
import { resendNotification } from '../resending.js';

export const resend: Command = {
  about: 'Sends a notification again to your webhook URL, with the id and the bytes that it had',
  words: ['NOTIFICATION_ID'],
  options: { endpoint: { value: 'ID', about: 'Sends it to this endpoint instead, also if it was never sent there' } },
  notes: 'A FAILED one is retried by hand (three times at most), any other one that has ended is replayed.',
  async run(typed, { connect, terminal: { signal }, print }) {
    const [id = ''] = typed.words;
    const { ramp } = await connect();
    const { event, by, sent } = await resendNotification(ramp, {
      id,
      endpoint: optionValue(typed, 'endpoint'),
      signal,
    });
    const others = sent > 1 ? ` So do ${sent - 1} more of the same millisecond.` : '';
    print({ json: { id, event, by, sent }, text: `${event} ${id} goes out again.${others}` });
  },
};
