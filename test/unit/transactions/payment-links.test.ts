import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLinkToken } from '#shared/links/link-tokens';
import { faultyDeposits, isFinal, isPayable, paymentState } from '#shared/transactions/domain/payment-state';
import { offRampStatuses, onRampStatuses, statusFacts } from '#shared/transactions/domain/status-facts';
import { linkDigest, paymentToken, transactionIdIn } from '#shared/transactions/payment-links/token';
import { transferRequest } from '#shared/values/chains/token-contracts';
import { blockchains } from '#shared/values/money/currency';
import { money } from '#shared/values/money/money';
import { formatMoney, plainAmount } from '#shared/values/money/written-amounts';
import { anOffRamp, anOnRamp } from '#test/support/builders/transactions';

const key = (byte: number) => createSecretKey(Buffer.alloc(32, byte));

describe('a token', () => {
  it('has the form of every link, and leads to its transaction', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const token = paymentToken(key(1), id);
        expect(isLinkToken(token)).toBe(true);
        expect(transactionIdIn(token)).toBe(id);
        expect(paymentToken(key(1), id)).toBe(token);
      }),
    );
  });

  it('is another one of another partner, and its digest does not hold it', () => {
    const id = anOnRamp().id;
    const token = paymentToken(key(1), id);
    expect(paymentToken(key(2), id)).not.toBe(token);
    expect(linkDigest(token)).not.toContain(token.slice(22));
  });
});

describe('the state of a deposit', () => {
  it.each(onRampStatuses)('of an on-ramp in %s can be paid only while it is awaited', (status) => {
    const transaction = anOnRamp({ status });
    expect(isPayable(transaction)).toBe(statusFacts[status].deposit === 'AWAITED');
    expect(isFinal(transaction)).toBe(statusFacts[status].end !== undefined);
    expect(paymentState(transaction)).toMatch(/^[a-z-]+$/);
  });

  it.each(offRampStatuses)('of an off-ramp in %s names a fault of each unexpected deposit', (status) => {
    const surplusDeposits = [
      { amount: money(1n, 'USDC'), atMs: 0, returnedAtMs: undefined },
      { amount: money(1n, 'USDT'), atMs: 0, returnedAtMs: undefined },
      { amount: money(1n, 'USDC'), atMs: 0, returnedAtMs: undefined, blockchain: 'ETH' as const },
    ];
    const faults = faultyDeposits(anOffRamp({ status, surplusDeposits })).map(({ fault }) => fault);
    const own = { AWAITED: 'underpaid', LATE: 'late', SURPLUS: 'surplus' }[statusFacts[status].deposit];
    expect(faults).toEqual([own, 'other-currency', 'other-network']);
  });

  it.each([
    ['PENDING_PAYMENT', ['kept']],
    ['EXPIRED', ['underpaid']],
    ['CRYPTO_RECEIVED', ['surplus']],
  ] as const)('of an off-ramp that takes top-ups in %s names %j', (status, faults) => {
    const part = { amount: money(1n, 'USDC'), atMs: 0, returnedAtMs: undefined };
    const surplusDeposits = [part, { ...part, usedAtMs: 1 }];
    const shown = faultyDeposits(anOffRamp({ status, surplusDeposits, depositTerms: { partial: 'TOP_UP' } }));
    expect(shown.map(({ fault }) => fault)).toEqual(faults);
  });
});

describe('the code with an amount', () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  it.each([
    ['POL', 'USDC', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359@137', 50_123_456n],
    ['POL', 'USDT', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F@137', 50_123_456n],
    ['ETH', 'USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48@1', 50_123_456n],
    ['ETH', 'USDT', '0xdAC17F958D2ee523a2206206994597C13D831ec7@1', 50_123_456n],
    ['BSC', 'USDC', '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d@56', 50_123_456_000_000_000_000n],
    ['BSC', 'USDT', '0x55d398326f99059fF775485246999027B3197955@56', 50_123_456_000_000_000_000n],
  ] as const)('on %s asks for %s in the units of its contract', (blockchain, token, contract, units) => {
    const request = transferRequest(blockchain, money(50_123_456n, token), address);
    expect(request).toBe(`ethereum:${contract}/transfer?address=${address}&uint256=${units}`);
  });

  it('exists on every chain but Solana', () => {
    const without = blockchains.filter((chain) => transferRequest(chain, money(1n, 'USDC'), address) === undefined);
    expect(without).toEqual(['SOL']);
  });
});

describe('an amount', () => {
  it.each([
    [money(200_001n, 'MXN'), '2,000.01 MXN', '2,000.01 MXN', '2.000,01 MXN', '2000.01'],
    [money(1_000_000_00n, 'EUR'), '1,000,000.00 EUR', '1,000,000.00 EUR', '1.000.000,00 EUR', '1000000.00'],
    [money(50_000_000n, 'USDC'), '50.00 USDC', '50.00 USDC', '50,00 USDC', '50.00'],
    [money(1_500_000n, 'USDC'), '1.50 USDC', '1.50 USDC', '1,50 USDC', '1.50'],
    [
      money(9_007_199_254_740_993_000_001n, 'USDT'),
      '9,007,199,254,740,993.000001 USDT',
      '9,007,199,254,740,993.000001 USDT',
      '9.007.199.254.740.993,000001 USDT',
      '9007199254740993.000001',
    ],
  ])('%o is exact in each language', (amount, en, es, pt, plain) => {
    const shown = (['en', 'es', 'pt'] as const).map((language) => formatMoney(amount, language).replace('\u00a0', ' '));
    expect([...shown, plainAmount(amount)]).toEqual([en, es, pt, plain]);
  });
});
