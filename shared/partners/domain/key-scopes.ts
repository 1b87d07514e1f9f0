/** Resources of API key scopes. */
export const scopeResources = [
  'users',
  'kyc',
  'owners',
  'quotes',
  'transactions',
  'bank-accounts',
  'wallets',
  'receivers',
  'webhooks',
  'reports',
  'changes',
  'branding',
  'sandbox',
  'keys',
] as const;

export type ScopeResource = (typeof scopeResources)[number];

/** Permission of a restricted API key. `write` includes `read`. */
export type KeyScope = `${ScopeResource}:${'read' | 'write'}`;

/** Lists all scopes: `read` and `write` of each resource. */
export function allScopes(): KeyScope[] {
  return scopeResources.flatMap((resource): KeyScope[] => [`${resource}:read`, `${resource}:write`]);
}

/** Returns true if a key has a scope. @param scopes scopes of the key; `undefined` for an unrestricted key */
export function hasScope(scopes: readonly string[] | undefined, scope: string): boolean {
  return scopes === undefined || scopes.includes(scope) || scopes.includes(scope.replace(/:read$/, ':write'));
}
