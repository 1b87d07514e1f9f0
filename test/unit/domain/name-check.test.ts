import { describe, expect, it } from 'vitest';
import { money } from '#shared/domain/money/money';
import { nameCheckOf } from '#shared/domain/transactions/name-check';
import { fitsAmount } from '#shared/domain/transactions/provider-reports';
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

describe('what a refund may amount to', () => {
  const source = money(200_001n, 'MXN');
  const held = money(97_28n, 'USD');

  it('is what is held, once something is held', () => {
    const holding = { ...aCrossRamp(), sourceAmount: source, refundHeld: held };
    expect(fitsAmount(holding, 'REFUND_PAID', held)).toBe(true);
    expect(fitsAmount(holding, 'REFUND_PAID', source)).toBe(false);
  });

  it('is either side while nothing is held yet: the report has overtaken what it follows', () => {
    const running = { ...aCrossRamp(), sourceAmount: source, refundHeld: undefined };
    expect(fitsAmount(running, 'REFUND_PAID', source)).toBe(true);
    expect(fitsAmount(running, 'REFUND_PAID', money(1n, 'MXN'))).toBe(false);
  });
});
