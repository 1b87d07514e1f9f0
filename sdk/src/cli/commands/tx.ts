/** Commands that show, find and simulate transactions. */
import type { Timeline, TransactionItem, WebhookNotificationItem } from '../../generated/openapi.js';
import type { Command } from '../command.js';
import { UsageError } from '../errors.js';
import { escapeControls } from '../escape.js';
import { aligned, suggestion } from '../text.js';
import { refuseProduction } from '../trigger/journey.js';
import { isSimulated, type SimulatedEvent, simulatedEvents } from '../trigger/simulated-events.js';

export const show: Command = {
  about: 'Shows a transaction, its timeline and its webhooks',
  words: ['ID'],
  options: {},
  async run({ words: [id = ''] }, { connect, terminal: { signal }, print }) {
    const { ramp } = await connect();
    const transaction = await ramp.transactions.get(id, { signal });
    const [timeline, notifications] = await Promise.all([
      ramp.transactions.listEvents(id, { signal }),
      ramp.webhookNotifications.list({ transactionId: id, limit: 100, sortOrder: 'asc' }, { signal }),
    ]);
    print({
      json: { transaction, timeline: timeline.data, notifications: notifications.data },
      text: [factsOf(transaction), timelineText(timeline), notificationsText(notifications.data)].join('\n\n'),
    });
  },
};

export const find: Command = {
  about: 'Lists the newest transactions with this external id',
  words: ['EXTERNAL_ID'],
  options: {},
  async run({ words: [externalId = ''] }, { connect, terminal: { signal }, print }) {
    const { ramp } = await connect();
    const { data: transactions, nextCursor } = await ramp.transactions.list({ externalId, limit: 100 }, { signal });
    const lines = transactions.map(({ id, createdAt, type, status }) => `${createdAt}  ${id}  ${type}  ${status}`);
    const text = lines.length === 0 ? 'No transaction has this external id.' : lines.join('\n');
    const isCut = nextCursor !== undefined;
    print({ json: { transactions, more: isCut }, text: isCut ? `${text}\n… and more` : text });
  },
};

/** Lists the fields of a transaction, one per line, without absent or empty fields. */
function factsOf({ id, status, ...rest }: TransactionItem): string {
  const rows = Object.entries(rest).flatMap(([name, value]) =>
    isEmpty(value) ? [] : [[name, toText(value)] as const],
  );
  return `${escapeControls(`${id}  ${status}`)}\n${aligned(rows)}`;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

/** Writes a nested value in one line, without empty fields. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join('; ');
  if (typeof value !== 'object' || value === null) return String(value);
  const parts = Object.entries(value).flatMap(([name, inner]) => (isEmpty(inner) ? [] : [`${name} ${toText(inner)}`]));
  return parts.join(', ');
}

function timelineText({ data }: Timeline): string {
  const rows = data.map(({ at, to, cause }) => [`${at}  ${to}`, cause] as const);
  return `Timeline\n${aligned(rows)}`;
}

function notificationsText(items: readonly WebhookNotificationItem[]): string {
  if (items.length === 0) return 'The transaction has no webhooks.';
  const width = items.reduce((most, { eventType }) => Math.max(most, eventType.length), 0);
  const rows = items.map(
    ({ id, createdAt, eventType, status }) => [`${createdAt}  ${eventType.padEnd(width)}  ${id}`, status] as const,
  );
  return `Webhooks\n${aligned(rows)}`;
}

export const simulate: Command = {
  about: 'Simulates an event of a sandbox transaction',
  words: ['ID', 'EVENT'],
  options: {},
  notes: `EVENT is one of\n${aligned(Object.entries(simulatedEvents))}`,
  async run({ words: [id = '', word = ''] }, { connect, terminal: { signal }, print }) {
    const event = readEvent(word);
    const { ramp } = await connect();
    await refuseProduction(ramp, signal);
    const transaction = await ramp.sandbox.simulateTransaction(id, { event }, { signal });
    print({ json: transaction, text: `${event}: ${simulatedEvents[event]}. ${id} is ${transaction.status}.` });
  },
};

function readEvent(word: string): SimulatedEvent {
  const name = word.toUpperCase();
  if (isSimulated(name)) return name;
  throw new UsageError(`"${word}" is not an event.${suggestion(name, Object.keys(simulatedEvents))}`);
}
