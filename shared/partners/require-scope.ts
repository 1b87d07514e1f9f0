import { insufficientScope } from '#shared/api/problems';
import { hasScope, type KeyScope } from './domain/key-scopes';
import type { Caller } from './domain/partner';

/**
 * Refuses to show a resource to a key that may not read it. The scope of the endpoint itself is checked before.
 * @throws Problem INSUFFICIENT_SCOPE
 */
export function requireScope({ scopes }: Pick<Caller, 'scopes'>, scope: KeyScope): void {
  if (!hasScope(scopes, scope)) throw insufficientScope(scope);
}
