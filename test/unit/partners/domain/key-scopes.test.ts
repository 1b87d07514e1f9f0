import { describe, expect, it } from 'vitest';
import { endpoints } from '#shared/contract/endpoints';
import { allScopes, hasScope } from '#shared/partners/domain/key-scopes';

describe('a key', () => {
  it('has every scope if it is unrestricted, and none if its list is empty', () => {
    expect(allScopes()).toHaveLength(28);
    expect(allScopes().filter((scope) => !hasScope(undefined, scope))).toEqual([]);
    expect(allScopes().filter((scope) => hasScope([], scope))).toEqual([]);
  });

  it.each(allScopes())('with %s has that, the read of a write, and nothing else', (scope) => {
    const read = scope.replace(':write', ':read');
    expect(allScopes().filter((one) => hasScope([scope], one))).toEqual([...new Set([read, scope])]);
  });

  it.each([
    ...['Transactions:write', 'transactions:WRITE', ' transactions:write', 'transactions:write\n', 'transactions'],
    ...['transactions:', 'transactions:*', '*', '*:*', '', 'transaction:write', 'transactions:write,users:read'],
    ...['tránsactions:write', 'transactions:read:write', 'transactions：write', '__proto__', 'constructor'],
  ])('with the scope "%s" of another spelling may do nothing', (scope) => {
    expect(allScopes().filter((one) => hasScope([scope], one))).toEqual([]);
  });
});

it('every endpoint of partners has a scope by its method, and no other endpoint has one', () => {
  for (const { id, scope, method, keyScope } of endpoints)
    expect(keyScope, id).toEqual(
      scope === 'partner' ? expect.stringMatching(method === 'GET' ? /^[a-z-]+:read$/ : /^[a-z-]+:write$/) : undefined,
    );
  const used = new Set(endpoints.map(({ keyScope }) => keyScope));
  expect(allScopes().filter((scope) => !used.has(scope))).toEqual(['reports:write', 'changes:write']);
});

it.each([
  ['getSettlementReport', 'reports:read'],
  ['createCrossRampQuote', 'quotes:write'],
  ['getCrossRampRate', 'quotes:read'],
  ['createCrossRamp', 'transactions:write'],
  ['getReceipt', 'transactions:read'],
  ['getMockTestingGuide', 'sandbox:read'],
  ['startBankingOnboarding', 'bank-accounts:write'],
  ['requestSignatures', 'owners:write'],
  ['replayWebhookNotifications', 'webhooks:write'],
  ['listChanges', 'changes:read'],
])('%s requires %s', (id, scope) => {
  expect(endpoints.find((row) => row.id === id)?.keyScope).toBe(scope);
});
