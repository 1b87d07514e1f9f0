/**
 * The sandbox amounts: each drives a transaction through the real state machine to a known outcome. The
 * simulator and the mock-testing guide both read these rows.
 */
import type { FiatCurrency } from '#shared/domain/money/currency';
import { type Money, moneyText } from '#shared/domain/money/money';
import type { Trigger } from '#shared/domain/transactions/transition-table';

export interface SandboxStep {
  readonly trigger: Trigger;
  readonly reason?: string;
}

export interface SandboxRule {
  /** The amount that triggers it, with all decimals, in any fiat currency. */
  readonly amount: string;
  readonly outcome: string;
  readonly reason: string | null;
  readonly description: string;
  /** Provider events in order, one per sandbox step. */
  readonly steps: readonly SandboxStep[];
}

const converted: readonly SandboxStep[] = [
  { trigger: 'DEPOSIT_RECEIVED' },
  { trigger: 'CONVERSION_STARTED' },
  { trigger: 'CONVERSION_COMPLETED' },
];
const submitted: readonly SandboxStep[] = [...converted, { trigger: 'PAYOUT_SUBMITTED' }];

export const crossRampRules: readonly SandboxRule[] = [
  {
    amount: '2000.01',
    outcome: 'COMPLETED',
    reason: null,
    description: 'The deposit arrives, is converted and paid out',
    steps: [...submitted, { trigger: 'PAYOUT_COMPLETED' }],
  },
  {
    amount: '2000.02',
    outcome: 'CANCELLED',
    reason: 'NAME_VERIFICATION_FAILED',
    description: 'The target account belongs to somebody else; the deposit is returned',
    steps: [...converted, { trigger: 'NAME_CHECK_FAILED', reason: 'NAME_VERIFICATION_FAILED' }],
  },
  {
    amount: '2000.03',
    outcome: 'EXPIRED',
    reason: null,
    description: 'No deposit arrives in time',
    steps: [{ trigger: 'EXPIRE' }],
  },
  {
    amount: '2000.04',
    outcome: 'FAILED',
    reason: 'PAYOUT_RETURNED_BY_BANK',
    description: 'The bank refuses the payout before it completes',
    steps: [...submitted, { trigger: 'PAYOUT_FAILED', reason: 'PAYOUT_RETURNED_BY_BANK' }],
  },
  {
    amount: '2000.05',
    outcome: 'COMPLETED',
    reason: null,
    description: 'The payout waits for a manual transfer (AWAITING_MANUAL_FIAT_TRANSFER), then completes',
    steps: [...submitted, { trigger: 'MANUAL_TRANSFER_REQUIRED' }, { trigger: 'PAYOUT_COMPLETED' }],
  },
  {
    amount: '2000.06',
    outcome: 'COMPLETED',
    reason: 'PAYOUT_RETURNED',
    description: 'The payout completes and comes back afterwards; the status stays COMPLETED',
    steps: [
      ...submitted,
      { trigger: 'PAYOUT_COMPLETED' },
      { trigger: 'PAYOUT_RETURNED', reason: 'BENEFICIARY_ACCOUNT_CLOSED' },
    ],
  },
];

/** The rule of a source amount, if it is a sandbox amount. */
export function crossRampRuleOf(amount: Money<FiatCurrency>): SandboxRule | undefined {
  return crossRampRules.find((rule) => rule.amount === moneyText(amount));
}
