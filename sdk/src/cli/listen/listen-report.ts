import type { DeliveryAttempt, NotificationChange } from '../../generated/openapi.js';
import type { Context } from '../command.js';
import { timeOfDay } from '../text.js';
import { bodyOf } from './delivery-run.js';
import type { Answer } from './forward.js';

/** Prints what a listener sees: lines for people, or a line of JSON each. */
export class ListenReport {
  readonly #context: Context;
  readonly #showsBodies: boolean;
  /** When the last attempt was made that was shown, by notification. */
  readonly #shown = new Map<string, string>();

  constructor(context: Context, showsBodies: boolean) {
    this.#context = context;
    this.#showsBodies = showsBodies;
  }

  /** A webhook that was forwarded. */
  forwarded(change: NotificationChange, { status, durationMs }: Answer): void {
    const answer = status === null ? `no answer within ${durationMs / 1000} s` : `${status} in ${durationMs} ms`;
    this.#print(change, { forwarded: { status, durationMs } }, `→ ${answer}`);
  }

  /** A version of a notification as the service delivers it: that it is there, and each attempt with its answer. */
  delivered(change: NotificationChange): void {
    const { status, attempts, version } = { ...change.resource, version: change.version };
    if (version === 1)
      this.#print(
        change,
        { status },
        status === 'NOT_SENT' ? 'not sent: no URL is set, or eventTypes leaves it out' : 'goes out',
      );
    const last = this.#shown.get(change.id);
    const unseen = last === undefined ? attempts.slice(-1) : attempts.filter(({ at }) => at > last);
    for (const attempt of unseen) this.#print(change, { status, attempt }, attemptText(attempt, change));
    const latest = attempts.at(-1);
    if (latest !== undefined) this.#shown.set(change.id, latest.at);
  }

  #print(change: NotificationChange, result: object, text: string): void {
    const { payload } = change.resource;
    const line = `${timeOfDay(change.at)}  ${payload.event.padEnd(32)}  ${change.id}  ${text}`;
    const body = bodyOf(change);
    this.#context.print({
      json: {
        at: change.at,
        event: payload.event,
        id: change.id,
        ...result,
        ...(this.#showsBodies ? { payload } : {}),
      },
      text: this.#showsBodies && change.version === 1 ? `${line}\n${body}` : line,
    });
  }
}

function attemptText({ statusCode, durationMs, error }: DeliveryAttempt, { resource }: NotificationChange): string {
  const answer = statusCode === null ? (error ?? 'no answer') : String(statusCode);
  const next =
    resource.nextAttemptAt === null || error === null ? '' : `, next attempt at ${timeOfDay(resource.nextAttemptAt)}`;
  const end = resource.status === 'FAILED' ? ', FAILED: that was the last attempt' : next;
  return `→ ${answer} in ${durationMs} ms${end}`;
}
