/**
 * Sandbox amounts: each amount leads a transaction through the real state machine to a known result. The simulator and the
 * mock-testing guide use the rules in this file.
 */

import { compare, decimal } from '#shared/values/money/decimal';
import { type Money, toDecimal } from '#shared/values/money/money';
import type { TransactionKind } from '#shared/values/transaction-kinds';

/** Paths of a simulated transaction. `COMPLETE` is the path without errors. */
export const sandboxBranches = [
  'COMPLETE',
  'EXPIRE',
  'DEPOSIT_NOT_RECEIVED',
  'NAME_CHECK_FAILED',
  'PAYOUT_FAILED',
  'MANUAL_REVIEW',
  'PAYOUT_RETURNED',
] as const;
export type SandboxBranch = (typeof sandboxBranches)[number];

export interface SandboxRule {
  /** Amount that the user pays to trigger this rule, as decimal text, in any currency. */
  readonly amount: string;
  readonly outcome: string;
  readonly reason: string | null;
  readonly description: string;
  readonly branch: SandboxBranch;
  /** Settles an on-ramp or off-ramp over the counter, regardless of the amount. */
  readonly overTheCounter?: true;
}

/** Returns two rules with the same result: for a regular amount and for an over-the-counter amount. */
function regularAndOtc(hundredth: string, rule: Omit<SandboxRule, 'amount'>): SandboxRule[] {
  const description = `${rule.description} (over the counter)`;
  return [
    { amount: `10.0${hundredth}`, ...rule },
    { amount: `1000.0${hundredth}`, ...rule, description, overTheCounter: true },
  ];
}

const completed = { outcome: 'COMPLETED', reason: null, branch: 'COMPLETE' } as const;
const nameCheck = { outcome: 'CANCELLED', reason: 'NAME_VERIFICATION_FAILED', branch: 'NAME_CHECK_FAILED' } as const;
const expired = {
  outcome: 'EXPIRED',
  reason: null,
  branch: 'EXPIRE',
  description: 'No deposit arrives in time',
} as const;

export const sandboxRules: Readonly<Record<TransactionKind, readonly SandboxRule[]>> = {
  ON_RAMP: [
    ...regularAndOtc('1', { ...completed, description: 'The deposit arrives and the tokens are sent' }),
    ...regularAndOtc('2', { ...nameCheck, description: 'The deposit comes from somebody else and is returned' }),
    ...regularAndOtc('3', expired),
  ],
  OFF_RAMP: [
    ...regularAndOtc('1', { ...completed, description: 'The tokens arrive and the fiat is paid out' }),
    ...regularAndOtc('2', {
      ...nameCheck,
      description: 'The bank account belongs to somebody else; the tokens are returned',
    }),
    ...regularAndOtc('3', {
      outcome: 'CRYPTO_NOT_RECEIVED',
      reason: null,
      branch: 'DEPOSIT_NOT_RECEIVED',
      description: 'The order is executed and no tokens arrive',
    }),
  ],
  CROSS_RAMP: [
    { amount: '2000.01', ...completed, description: 'The deposit arrives, is converted and paid out' },
    {
      amount: '2000.02',
      ...nameCheck,
      description: 'The target account belongs to somebody else; the deposit is returned',
    },
    { amount: '2000.03', ...expired },
    {
      amount: '2000.04',
      outcome: 'FAILED',
      reason: 'PAYOUT_RETURNED_BY_BANK',
      branch: 'PAYOUT_FAILED',
      description: 'The bank returns the payout before it completes',
    },
    {
      amount: '2000.05',
      ...completed,
      branch: 'MANUAL_REVIEW',
      description: 'The payout waits for a manual transfer (AWAITING_MANUAL_FIAT_TRANSFER), then completes',
    },
    {
      amount: '2000.06',
      outcome: 'COMPLETED',
      reason: 'PAYOUT_RETURNED',
      branch: 'PAYOUT_RETURNED',
      description: 'The payout completes and comes back afterwards; the status stays COMPLETED',
    },
  ],
};

/** Returns the rule for the amount that the user pays, or `undefined` if the amount is not a sandbox amount of this kind. */
export function findSandboxRule(kind: TransactionKind, sourceAmount: Money): SandboxRule | undefined {
  return sandboxRules[kind].find((rule) => compare(decimal(rule.amount), toDecimal(sourceAmount)) === 0);
}
