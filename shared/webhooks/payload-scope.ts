import type { KeyScope } from '#shared/partners/domain/key-scopes';
import type { EventType } from '#shared/webhooks/domain/events';

/** Scope that an API key needs to read payloads of a type, in addition to `webhooks:read`. */
export const payloadScopes: Readonly<Record<EventType, KeyScope>> = {
  TRANSACTION: 'transactions:read',
  KYC: 'kyc:read',
  SIGNATURE: 'owners:read',
  TEST: 'webhooks:read',
};

/** Returns the scope needed to read a stored payload. An unknown type counts as a transaction. */
export function payloadScope(type: string): KeyScope {
  return new Map<string, KeyScope>(Object.entries(payloadScopes)).get(type) ?? 'transactions:read';
}
