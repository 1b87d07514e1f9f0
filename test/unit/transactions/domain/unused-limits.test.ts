import { expect, it } from 'vitest';
import { apply } from '#shared/transactions/domain/apply';
import type { Transaction } from '#shared/transactions/domain/transaction';
import type { Trigger } from '#shared/transactions/domain/triggers';
import { unusedLimits } from '#shared/transactions/transitions/repository';
import { money } from '#shared/values/money/money';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';

const limitUses = [{ name: 'USER_MONTH', within: '2026-01', allotment: 0, cents: 500n } as const];
const short = { amount: money(1n, 'MXN'), atMs: 0, returnedAtMs: undefined };

it.each<[string, Transaction, Trigger, boolean]>([
  ['an on-ramp that is cancelled', anOnRamp({ limitUses }), 'CANCEL', true],
  ['a cross-ramp that expires', aCrossRamp({ limitUses }), 'EXPIRE', true],
  ['an off-ramp that may still be paid', anOffRamp({ limitUses, status: 'PENDING' }), 'DEPOSIT_NOT_RECEIVED', false],
  ['an off-ramp that was not paid', anOffRamp({ limitUses, status: 'CRYPTO_NOT_RECEIVED' }), 'EXPIRE', true],
  ['one that had too small a deposit', anOnRamp({ limitUses, surplusDeposits: [short] }), 'EXPIRE', false],
  [
    'one that is refused after its deposit',
    anOnRamp({ limitUses, status: 'FIAT_RECEIVED' }),
    'NAME_CHECK_FAILED',
    false,
  ],
  ['one that is paid', anOnRamp({ limitUses }), 'DEPOSIT_RECEIVED', false],
  ['a deposit after the end', anOnRamp({ limitUses, status: 'EXPIRED' }), 'DEPOSIT_RECEIVED', false],
  ['one that counted nothing', anOnRamp(), 'CANCEL', false],
])('of %s', (_, before, trigger, isGivenBack) => {
  const transition = apply(before, { trigger, atMs: before.updatedAtMs });
  if (transition === undefined) throw new Error('There is no such edge');
  expect(unusedLimits(before, transition.next)).toEqual(isGivenBack ? limitUses : []);
});
