import { isOnThisMachine } from '../account/addresses.js';
import { listenerPath } from '../account/profiles.js';
import { type Command, type Context, optionValue, type Session, type Typed } from '../command.js';
import { UsageError } from '../errors.js';
import {
  beginsDelivery,
  bodyOf,
  endOfFeed,
  type FeedPage,
  followNotifications,
  type KeptNotification,
} from '../listen/feed.js';
import { forward, readForwardUrl } from '../listen/forward.js';
import { ListenReport } from '../listen/listen-report.js';
import { ListenerMemory } from '../listen/listener-memory.js';
import { suggestion } from '../text.js';
import { eventNames, isEventName } from '../trigger/journeys.js';

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The change feed contains the last 35 days. */
const DEPTH_MS = 35 * 86_400_000;

/** Converts an age (`90s`, `15m`, `2h` or `3d` before now) or an instant to epoch milliseconds. @throws UsageError */
function readSince(text: string, nowMs: number): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ageMs = count === undefined ? nowMs - Date.parse(text) : Number(count) * (UNIT_MS[unit] ?? 0);
  if (Number.isNaN(ageMs) || ageMs < 0)
    throw new UsageError(`--since must be a time such as 2h or 2026-01-15T16:00:00Z, not "${text}"`);
  if (ageMs > DEPTH_MS) throw new UsageError('--since can go back at most 35 days, like the change feed');
  return nowMs - ageMs;
}

/** Pauses between two requests at the end of the feed, in milliseconds. A local stack gets more requests than a remote stage. */
const POLL_INTERVAL_MS = { onThisMachine: 200, elsewhere: 1_000 } as const;

export const listen: Command = {
  about: 'Prints new webhooks, and forwards them to your application',
  words: [],
  options: {
    'forward-to': { value: 'URL', about: 'Sends each signed webhook to this URL: localhost:4000/webhooks, or a port' },
    since: { value: 'TIME', about: 'Starts at a time in the past: 15m, 2h, 3d, or a timestamp' },
    events: { value: 'A,B', about: 'Includes only these events' },
    'print-json': { about: 'Also prints the body of each webhook' },
  },
  notes: `With --forward-to, the listener first forwards the notifications that it missed while it was stopped, each notification once.
The first listener starts now. If your application accepts no connections, the listener tries again and loses no webhook.
The listener signs with its own secret, not with the secret of your webhook settings. The secret does not change: configure it
in your application. Without --forward-to, the listener prints the deliveries of the service and the responses of your webhook
URL. The change feed does not contain deliveries to additional endpoints. Ctrl-C stops the listener.`,
  async run(typed, context) {
    const plan = readPlan(typed, Date.now());
    const session = await context.connect();
    try {
      if (plan.url === undefined) await watch(plan, session, context);
      else await forwardAll({ ...plan, url: plan.url }, session, context);
    } catch (error) {
      // Ctrl-C is the normal end of a listener.
      if (!context.terminal.signal.aborted) throw error;
    }
  },
};

/** Options of the command `listen`, after validation. */
interface Plan {
  readonly url: string | undefined;
  /** Epoch milliseconds. */
  readonly sinceMs: number | undefined;
  readonly wants: (change: KeptNotification) => boolean;
  readonly showsBodies: boolean;
}

function readPlan(typed: Typed, nowMs: number): Plan {
  const [url, since, events] = ['forward-to', 'since', 'events'].map((name) => optionValue(typed, name));
  const sinceMs = since === undefined ? undefined : readSince(since, nowMs);
  const names = events?.split(',').map(readEvent);
  return {
    url: url === undefined ? undefined : readForwardUrl(url),
    sinceMs,
    wants: ({ at, resource }) =>
      (sinceMs === undefined || Date.parse(at) >= sinceMs) && (names?.includes(resource.payload.event) ?? true),
    showsBodies: typed.options['print-json'] === true,
  };
}

function readEvent(text: string): string {
  const name = text.trim().toUpperCase();
  if (isEventName(name)) return name;
  throw new UsageError(`"${text}" is not an event.${suggestion(name, eventNames)}`);
}

/** Prints the deliveries that the service makes to the configured webhook URL. */
async function watch(plan: Plan, session: Session, context: Context): Promise<void> {
  const { signal, error } = context.terminal;
  const { url } = await session.ramp.webhookSettings.get({ signal });
  const start = plan.sinceMs ?? (await endOfFeed(session.ramp, signal));
  error(`Your webhook URL: ${url ?? 'none, so notifications are NOT_SENT'}. Ctrl-C stops the listener.\n`);
  const report = new ListenReport(context.print, plan.showsBodies);
  for await (const { changes } of follow(start, session, context)) {
    for (const change of changes) if (plan.wants(change)) report.delivered(change);
  }
}

/** Forwards the webhook of each delivery run once. Without `--since`, starts where the last listener of this profile stopped. */
async function forwardAll(plan: Plan & { readonly url: string }, session: Session, context: Context): Promise<void> {
  const { ramp, profile, baseUrl } = session;
  const { signal, error, settingsFolder } = context.terminal;
  const { partnerId } = await ramp.webhookSettings.get({ signal });
  const memory = new ListenerMemory(listenerPath(settingsFolder, profile), `${partnerId} at ${baseUrl}`);
  // The first listener of a profile skips earlier notifications. With `--since`, the listener starts at the specified time.
  if (plan.sinceMs === undefined && memory.cursor === undefined) memory.moveTo(await endOfFeed(ramp, signal));
  error(`Forwarding to ${plan.url}, signed with ${memory.secret}\nCtrl-C stops the listener.\n`);
  const report = new ListenReport(context.print, plan.showsBodies);
  const start = plan.sinceMs ?? memory.cursor ?? (await endOfFeed(ramp, signal));
  for await (const { changes, nextCursor } of follow(start, session, context)) {
    for (const change of changes) {
      const version = `${change.id}:${change.version}`;
      // With `--since`, the listener forwards a notification even if it forwarded the notification before.
      const isDone = plan.sinceMs === undefined && memory.has(version);
      if (isDone || !beginsDelivery(change) || !plan.wants(change)) continue;
      const webhook = { id: change.id, body: bodyOf(change) };
      const onUnreachable = (code: string) =>
        error(`Nothing accepts connections at ${plan.url} (${code}). The listener tries again.\n`);
      const options = { url: plan.url, secret: memory.secret, signal, onUnreachable };
      report.forwarded(change, await forward(webhook, options));
      memory.add(version);
    }
    memory.moveTo(nextCursor);
  }
}

function follow(start: string | number, session: Session, { terminal }: Context): AsyncGenerator<FeedPage> {
  const { ramp, baseUrl } = session;
  const pollIntervalMs = POLL_INTERVAL_MS[isOnThisMachine(baseUrl) ? 'onThisMachine' : 'elsewhere'];
  const onOutage = ({ message }: Error) => terminal.error(`${message}. The listener tries again.\n`);
  return followNotifications({ ramp, start, signal: terminal.signal, pollIntervalMs, onOutage });
}
