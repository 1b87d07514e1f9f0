import type { DeliveryAttempt } from '../../generated/openapi.js';
import type { Context } from '../command.js';
import { escapeControls } from '../escape.js';
import { timeOfDay } from '../text.js';
import { beginsDelivery, bodyOf, type KeptNotification } from './feed.js';
import type { ForwardResponse } from './forward.js';

/** Prints the output of a listener: text, or one line of JSON per event. */
export class ListenReport {
  readonly #print: Context['print'];
  readonly #showsBodies: boolean;
  /** Time of the last printed attempt, by the id of the notification. */
  readonly #shown = new Map<string, string>();

  constructor(print: Context['print'], showsBodies: boolean) {
    this.#print = print;
    this.#showsBodies = showsBodies;
  }

  /** Prints a forwarded webhook with its error, if any. */
  forwarded(change: KeptNotification, { status, durationMs, error }: ForwardResponse): void {
    const parts = [status === null ? [] : `${status} in ${durationMs} ms`, error ?? []].flat();
    this.#report(change, { forwarded: { status, durationMs, error } }, `→ ${parts.join(', ')}`);
  }

  /** Prints a version of a notification: the start of a delivery run, or the new attempts with their responses. */
  delivered(change: KeptNotification): void {
    const { status, attempts } = change.resource;
    const shown = this.#shown.get(change.id);
    if (beginsDelivery(change)) this.#report(change, { status }, beginningText(change));
    // At the first seen version of a notification, prints only the last attempt: the others precede the listener's start.
    else
      for (const attempt of shown === undefined ? attempts.slice(-1) : attempts.filter(({ at }) => at > shown))
        this.#report(change, { status, attempt }, attemptText(attempt, change));
    this.#shown.set(change.id, attempts.at(-1)?.at ?? '');
  }

  #report(change: KeptNotification, result: object, text: string): void {
    const { payload } = change.resource;
    const line = escapeControls(`${timeOfDay(change.at)}  ${payload.event.padEnd(32)}  ${change.id}  ${text}`);
    const body = bodyOf(change);
    this.#print({
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

function beginningText({ version, resource: { status } }: KeptNotification): string {
  if (status === 'NOT_SENT') return 'not sent: the default endpoint has no URL, or does not select the event';
  return version === 1 ? 'sending' : 'sending again';
}

function attemptText({ statusCode, durationMs, error }: DeliveryAttempt, { resource }: KeptNotification): string {
  const response = statusCode === null ? (error ?? 'no response') : String(statusCode);
  const next =
    resource.nextAttemptAt === null || error === null ? '' : `, next attempt at ${timeOfDay(resource.nextAttemptAt)}`;
  const end = resource.status === 'FAILED' ? ', FAILED after the last attempt' : next;
  return `→ ${response} in ${durationMs} ms${end}`;
}
