import * as z from 'zod/mini';
import { hasScope, type KeyScope } from '#shared/partners/domain/key-scopes';
import type { Caller } from '#shared/partners/domain/partner';
import { requireScope } from '#shared/partners/require-scope';
import { payloadScope } from '#shared/webhooks/payload-scope';
import { type ChangeType, changeTypes } from './change-type';

/**
 * Scopes that a key needs to read changes of each type. A quote change needs two scopes, because it also contains the id of the
 * transaction that used the quote.
 */
const scopesOf: Readonly<Record<ChangeType, readonly KeyScope[]>> = {
  USER: ['users:read'],
  KYC: ['kyc:read'],
  SIGNATURE: ['owners:read'],
  BANK_ACCOUNT: ['bank-accounts:read'],
  QUOTE: ['quotes:read', 'transactions:read'],
  TRANSACTION: ['transactions:read'],
  NOTIFICATION: ['webhooks:read'],
};

/**
 * Returns the requested types, or all types that the caller's key may read. `undefined` means all types of changes.
 * @throws Problem INSUFFICIENT_SCOPE if the key may not read a requested type
 */
export function readableTypes(
  caller: Caller,
  named: readonly ChangeType[] | undefined,
): readonly ChangeType[] | undefined {
  for (const type of named ?? []) for (const scope of scopesOf[type]) requireScope(caller, scope);
  if (named !== undefined || caller.scopes === undefined) return named;
  return changeTypes.filter((type) => scopesOf[type].every((scope) => hasScope(caller.scopes, scope)));
}

const notification = z.object({ payload: z.object({ type: z.string() }) });

/**
 * Returns true if the caller's key may read the resource of a change. A notification contains another resource, so the key also
 * needs the scope of the contained resource.
 */
export function mayReadResource(caller: Caller, type: ChangeType, resource: unknown): boolean {
  if (caller.scopes === undefined || type !== 'NOTIFICATION') return true;
  const { data } = notification.safeParse(resource);
  return data !== undefined && hasScope(caller.scopes, payloadScope(data.payload.type));
}
