import { describe, expect, it } from 'vitest';
import { type Money, money } from '#shared/domain/money/money';
import { nameCheckOf } from '#shared/domain/transactions/name-check';
import { fitsAmount, mayComeLater } from '#shared/domain/transactions/provider-reports';
import type { Transaction } from '#shared/domain/transactions/transaction';
import { stateMachines } from '#shared/domain/transactions/transition-table';
import { aCrossRamp } from '#test/support/transactions';

describe('the name check of a payout account', () => {
  const edges = Object.values(stateMachines).flatMap((machine) => machine.edges);

  it.each([
    ['PAYOUT_SUBMITTED', true, 'PASSED'],
    ['PAYOUT_SUBMITTED', false, undefined],
    ['NAME_CHECK_FAILED', false, 'FAILED'],
    ['PAYOUT_FAILED', true, undefined],
    ['MANUAL_TRANSFER_REQUIRED', true, undefined],
  ])('says of %s on the way to the bank, with the test passed: %s, %s', (on, testPassed, outcome) => {
    const ways = edges.filter((edge) => edge.from === 'READY_BANK_TRANSFER' && edge.on === on);
    expect(ways.length).toBeGreaterThan(0);
    expect(new Set(ways.map((edge) => nameCheckOf(edge, testPassed)))).toEqual(new Set([outcome]));
  });

  it('is said nowhere else', () => {
    const others = edges.filter(({ from }) => from !== 'READY_BANK_TRANSFER');
    expect(others.flatMap((edge) => nameCheckOf(edge, true) ?? [])).toEqual([]);
  });
});

describe('a refund that pays back nothing that is held', () => {
  const source = money(200_001n, 'MXN');
  const back = (amount: Money | undefined) => ({ trigger: 'REFUND_PAID', amount }) as const;
  const returned: Transaction = {
    ...aCrossRamp(),
    ...{ sourceAmount: source, status: 'CANCELLED', cancellationReason: 'NAME_VERIFICATION_FAILED' },
  };

  it('may have overtaken any deposit, or the failure of the payout: its amount is no fault', () => {
    const holding = { ...aCrossRamp(), sourceAmount: source, refundHeld: money(97_28n, 'USD') };
    for (const amount of [money(97_28n, 'USD'), source, money(1n, 'MXN')]) {
      expect(fitsAmount(holding, 'REFUND_PAID', amount)).toBe(true);
      expect(mayComeLater(holding, back(amount))).toBe(true);
    }
    expect(fitsAmount(holding, 'REFUND_PAID', money(0n, 'MXN'))).toBe(false);
  });

  it('says nothing new where the deposit is booked as returned', () => {
    expect(mayComeLater(returned, back(source))).toBe(false);
    expect(mayComeLater(returned, back(undefined))).toBe(false);
    expect(mayComeLater(returned, back(money(1n, 'MXN')))).toBe(true);
    expect(mayComeLater({ ...returned, cancellationReason: 'CANCELLED_BY_PARTNER' }, back(source))).toBe(
      true,
    );
  });
});
