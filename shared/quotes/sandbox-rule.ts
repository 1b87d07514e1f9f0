import { stage } from '#shared/platform/config/environment';
import type { Money } from '#shared/values/money/money';
import type { TransactionKind } from '#shared/values/transaction-kinds';
import { findSandboxRule, type SandboxRule } from './domain/sandbox-amounts';

/** Value of `side` for the amount that the user pays, by kind of transaction. */
const payingSides = { ON_RAMP: 'fiat', OFF_RAMP: 'crypto', CROSS_RAMP: 'source' } as const;

/**
 * Returns the sandbox rule for a requested amount. Returns `undefined` in production, for an amount that the user receives, or if
 * no rule exists.
 */
export function sandboxRuleFor(
  kind: TransactionKind,
  { side, amount }: { readonly side: string; readonly amount: Money },
): SandboxRule | undefined {
  return stage() === 'sandbox' && side === payingSides[kind] ? findSandboxRule(kind, amount) : undefined;
}
