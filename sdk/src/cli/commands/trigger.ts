import { type Command, optionValue } from '../command.js';
import { UsageError } from '../errors.js';
import { suggestion } from '../text.js';
import { type JourneyContext, notificationOf, refuseProduction } from '../trigger/journey.js';
import { eventNames, isEventName, journeys } from '../trigger/journeys.js';

export const trigger: Command = {
  about: 'Causes a webhook event in the sandbox, and first creates everything that the event needs',
  words: ['EVENT'],
  options: { user: { value: 'ID', about: 'Creates the transaction for this verified user (default: a new user)' } },
  notes: `EVENT is one of\n${eventNames.map((name) => `  ${name}`).join('\n')}`,
  async run(typed, { connect, terminal, print }) {
    const [word = ''] = typed.words;
    const event = word.toUpperCase();
    if (!isEventName(event)) throw new UsageError(`"${word}" is not an event.${suggestion(event, eventNames)}`);
    const userId = optionValue(typed, 'user');
    if (userId !== undefined && !event.endsWith('_RAMP')) throw new UsageError('--user is for events of transactions');
    const { ramp } = await connect();
    const { signal } = terminal;
    await refuseProduction(ramp, signal);
    const context: JourneyContext = { ramp, signal, userId, step: (text) => terminal.error(`  ${text}\n`) };
    const subject = await journeys[event].journey(context);
    const { id } = await notificationOf(event, subject, context);
    print({ json: { event, notificationId: id, ...subject }, text: `${event} ${id}` });
  },
};
