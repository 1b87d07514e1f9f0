import { stage } from '#shared/platform/config/environment';
import type { Money } from '#shared/values/money/money';
import type { TransactionKind } from '#shared/values/transaction-kinds';
import { findSandboxRule, type SandboxRule } from './domain/sandbox-amounts';

/** The side that the user pays on, by the name that the fixed amount of the kind has for it. */
const payingSides = { ON_RAMP: 'fiat', OFF_RAMP: 'crypto', CROSS_RAMP: 'source' } as const;

/** The sandbox rule of a fixed amount. It counts in the sandbox alone, and only for an amount on the paying side. */
export function sandboxRuleFor(
  kind: TransactionKind,
  { side, amount }: { readonly side: string; readonly amount: Money },
): SandboxRule | undefined {
  return stage() === 'sandbox' && side === payingSides[kind] ? findSandboxRule(kind, amount) : undefined;
}
