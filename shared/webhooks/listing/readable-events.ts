import { hasScope } from '#shared/partners/domain/key-scopes';
import type { Caller } from '#shared/partners/domain/partner';
import { requireScope } from '#shared/partners/require-scope';
import { type EventName, eventFacts, eventNames } from '#shared/webhooks/domain/events';
import { payloadScopes } from '#shared/webhooks/payload-scope';

/** Returns the events whose notifications the caller's key may read; `undefined` for an unrestricted key. */
export function readableEvents(caller: Caller): readonly EventName[] | undefined {
  return caller.scopes && eventNames.filter((event) => hasScope(caller.scopes, payloadScopes[eventFacts[event].type]));
}

/** Refuses an event filter if the caller's key may not read notifications of the event. @throws Problem INSUFFICIENT_SCOPE */
export function requireReadableEvent(caller: Caller, event: EventName): void {
  requireScope(caller, payloadScopes[eventFacts[event].type]);
}
