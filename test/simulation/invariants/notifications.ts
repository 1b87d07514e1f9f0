/** Checks that each notification is unchanged, signed, in order, and delivered at least once or failed after all attempts. */

import { isSignedBy } from '#shared/http/signature';
import { type NotificationItem, notificationItem } from '#shared/webhooks/item';
import { type Evidence, groupBy, ofEntity } from './evidence';

const ATTEMPTS = 5;
/** Maximum age in seconds of a signature that an endpoint may accept (Standard Webhooks). */
const TOLERANCE_S = 300;

export function notificationViolations(evidence: Evidence): string[] {
  const stored = ofEntity(evidence.items, 'NTF');
  const items = stored.map((item) => notificationItem.parse(item));
  const accepted = new Set(evidence.received.filter(({ isAccepted }) => isAccepted).map(({ id }) => id));
  return [
    ...items.flatMap((item) => endViolations(item, accepted).map((what) => `notification ${item.id}: ${what}`)),
    ...stored.flatMap(({ id, duePk }) => (String(duePk).startsWith('DUE#') ? [`notification ${id} is still due`] : [])),
    ...sequenceViolations(items),
    ...bodyViolations(items, evidence),
    ...orderViolations(items, evidence),
  ];
}

function endViolations(item: NotificationItem, accepted: ReadonlySet<string>): string[] {
  const { status, retryAttempts, failedReason } = item;
  if (status === 'PENDING') return [`has not ended: ${status}, ${retryAttempts} attempts`];
  if (status === 'SENT') return accepted.has(item.id) ? [] : ['is SENT and was never received'];
  if (status !== 'FAILED') return [`is ${status}`];
  return retryAttempts >= ATTEMPTS || failedReason === 'INFRASTRUCTURE'
    ? []
    : [`has FAILED after ${retryAttempts} attempts`];
}

/** Checks that the notifications of a transaction, user or partner are numbered from 1 without gaps. */
function sequenceViolations(items: readonly NotificationItem[]): string[] {
  return [...groupBy(items, ({ PK }) => PK)].flatMap(([subject, own]) => {
    const numbers = own.map(({ SK }) => Number(SK.slice('NTF#'.length))).toSorted((left, right) => left - right);
    return numbers.every((number, index) => number === index + 1)
      ? []
      : [`${subject} has notifications ${numbers.join(', ')}`];
  });
}

function bodyViolations(items: readonly NotificationItem[], { received }: Evidence): string[] {
  const bodies = new Map(items.map(({ id, body }) => [id, body]));
  return received.flatMap(({ id, body, headers, atMs, secrets }) => {
    if (bodies.get(id) !== body) return [`a post of ${id} has another body than is stored`];
    const timestampS = headers['webhook-timestamp'] ?? '';
    if (Math.abs(atMs / 1000 - Number(timestampS)) > TOLERANCE_S) return [`a post of ${id} has the time ${timestampS}`];
    const isSigned = isSignedBy({ id, timestampS, body }, headers['webhook-signature'] ?? '', secrets);
    return isSigned ? [] : [`a post of ${id} is not signed by a secret of its partner`];
  });
}

/**
 * Checks that the first attempt of each notification follows the first attempt of the previous one. An exception is a previous
 * notification that failed before its first attempt for a reason on our side.
 */
function orderViolations(items: readonly NotificationItem[], { sent, givenUp }: Evidence): string[] {
  const firstAt = new Map<string, number>();
  for (const [index, { id }] of sent.entries()) if (!firstAt.has(id)) firstAt.set(id, index);
  return [...groupBy(items, ({ PK }) => PK).values()].flatMap((own) => {
    const inOrder = own.toSorted((left, right) => (left.SK < right.SK ? -1 : 1));
    return inOrder.flatMap((item, index) => {
      const next = inOrder[index + 1];
      const [own, later] = [firstAt.get(item.id), next && firstAt.get(next.id)];
      if (next === undefined || later === undefined || givenUp.has(item.id)) return [];
      return own !== undefined && own < later ? [] : [`${next.PK} ${next.SK} was sent before ${item.SK}`];
    });
  });
}
