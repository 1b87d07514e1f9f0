import { insufficientScope } from '#shared/api/problems';
import { hasScope, type KeyScope } from './domain/key-scopes';
import type { Caller } from './domain/partner';

/**
 * Throws if the API key does not allow the caller to read a resource. The scope of the endpoint itself is checked earlier.
 * @throws Problem INSUFFICIENT_SCOPE
 */
export function requireScope({ scopes }: Pick<Caller, 'scopes'>, scope: KeyScope): void {
  if (!hasScope(scopes, scope)) throw insufficientScope(scope);
}
