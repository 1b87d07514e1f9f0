import { hasScope, type KeyScope } from '#shared/partners/domain/key-scopes';
import type { Caller } from '#shared/partners/domain/partner';
import { requireScope } from '#shared/partners/require-scope';
import { type EventName, type EventType, eventFacts, eventNames, isEventName } from '#shared/webhooks/domain/events';

/** Scope that shows the payloads of a type, in addition to `webhooks:read`. */
const scopeOf: Readonly<Record<EventType, KeyScope>> = {
  TRANSACTION: 'transactions:read',
  KYC: 'kyc:read',
  SIGNATURE: 'owners:read',
  TEST: 'webhooks:read',
};

const scopeOfEvent = (event: string): KeyScope =>
  isEventName(event) ? scopeOf[eventFacts[event].type] : scopeOf.TRANSACTION;

/** Returns true if the caller's key may read the notifications of an event. */
export function mayReadEvent({ scopes }: Caller, event: string): boolean {
  return hasScope(scopes, scopeOfEvent(event));
}

/** Refuses to show a notification of an event to a key that may not read its subject. @throws Problem INSUFFICIENT_SCOPE */
export function requireReadableEvent(caller: Caller, event: string): void {
  requireScope(caller, scopeOfEvent(event));
}

/** Returns the events whose notifications the caller's key may read; `undefined` for an unrestricted key. */
export function readableEvents(caller: Caller): readonly EventName[] | undefined {
  return caller.scopes && eventNames.filter((event) => mayReadEvent(caller, event));
}
