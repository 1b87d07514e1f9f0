import { describe, expect, it } from 'vitest';
import { accountTestResult } from '#shared/transactions/domain/apply';
import { matchesAmount, mayApplyLater } from '#shared/transactions/domain/provider-reports';
import { stateMachines } from '#shared/transactions/domain/status-facts';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { type Money, money } from '#shared/values/money/money';
import { aCrossRamp } from '#test/support/builders/transactions';

describe('the name check of a payout account', () => {
  const edges = Object.values(stateMachines).flatMap((machine) => machine.edges);

  it.each([
    ['PAYOUT_SUBMITTED', true, 'PASSED'],
    ['PAYOUT_SUBMITTED', false, undefined],
    ['NAME_CHECK_FAILED', false, 'FAILED'],
    ['PAYOUT_FAILED', true, undefined],
    ['MANUAL_TRANSFER_REQUIRED', true, undefined],
  ])('is for %s on the way to the bank, with the test passed: %s, %s', (on, testPassed, outcome) => {
    const ways = edges.filter((edge) => edge.from === 'READY_BANK_TRANSFER' && edge.on === on);
    expect(ways.length).toBeGreaterThan(0);
    expect(new Set(ways.map((edge) => accountTestResult(edge, testPassed)))).toEqual(new Set([outcome]));
  });

  it('is shown nowhere else', () => {
    const others = edges.filter(({ from }) => from !== 'READY_BANK_TRANSFER');
    expect(others.flatMap((edge) => accountTestResult(edge, true) ?? [])).toEqual([]);
  });
});

describe('a refund that pays back no held amount', () => {
  const source = money(200_001n, 'MXN');
  const back = (amount: Money | undefined) => ({ trigger: 'REFUND_PAID', amount }) as const;
  const returned: Transaction = {
    ...aCrossRamp(),
    ...{ sourceAmount: source, status: 'CANCELLED', cancellationReason: 'NAME_VERIFICATION_FAILED' },
  };

  it('may come before any deposit, or before the failure of the payout: its amount is no violation', () => {
    const holding = { ...aCrossRamp(), sourceAmount: source, refundHeld: money(97_28n, 'USD') };
    for (const amount of [money(97_28n, 'USD'), source, money(1n, 'MXN')]) {
      expect(matchesAmount(holding, 'REFUND_PAID', amount)).toBe(true);
      expect(mayApplyLater(holding, back(amount))).toBe(true);
    }
    expect(matchesAmount(holding, 'REFUND_PAID', money(0n, 'MXN'))).toBe(false);
  });

  it('changes nothing where the deposit is posted as returned', () => {
    expect(mayApplyLater(returned, back(source))).toBe(false);
    expect(mayApplyLater(returned, back(undefined))).toBe(false);
    expect(mayApplyLater(returned, back(money(1n, 'MXN')))).toBe(true);
    expect(mayApplyLater({ ...returned, cancellationReason: 'CANCELLED_BY_PARTNER' }, back(source))).toBe(true);
  });
});
