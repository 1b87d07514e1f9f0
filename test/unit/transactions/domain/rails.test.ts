import { describe, expect, it } from 'vitest';
import { providerReport } from '#functions/provider-events/take/contract';
import {
  addressRails,
  corridors,
  countries,
  payoutZoneFor,
  payoutZones,
  railsByZone,
  targetRailsByZone,
  usualRailFor,
} from '#shared/corridors/domain/payout-zones';
import type { ProviderClient } from '#shared/platform/providers/client';
import { sandboxRail } from '#shared/providers/custody/sandbox-transfers';
import { httpBankPayouts } from '#shared/providers/payouts';
import { apply } from '#shared/transactions/domain/apply';
import { readRail } from '#shared/transactions/domain/rails/rail';
import { shownRails } from '#shared/transactions/domain/rails/shown-rails';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { decodeTransaction, encodeTransaction } from '#shared/transactions/item';
import { currencies, fiatCurrencies, railsFor } from '#shared/values/money/currency';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';

const AT = Date.UTC(2026, 0, 15, 13);
const at = new Date(AT).toISOString();
const hash = `0x${'a'.repeat(64)}`;
const spei = { type: 'SPEI', reference: 'ABC123' };
const ach = { type: 'ACH', reference: '123456789012345' };

it.each([
  ['SPEI', 'NU39A1B2C3D4E5F6G7H8I9J0', 'X'.repeat(31)],
  ['ACH', '091000019000001', '0910000190000'],
  ['FEDWIRE', '20261126MMQFMP2B000123', '26112026MMQFMP2B00012'],
  ['SWIFT', '97ed4827-7b6f-4491-a06f-b548d5a7512d', '97ed4827-7b6f-1491-a06f-b548d5a7512d'],
  ['SEPA', 'INVOICE 17/2026', 'Ü17'],
  ['LBTR', 'BPD2026112600017', 'BPD-17'],
  ['FPS', 'FRN20261126PAYC0102101', ''],
  ['CNAPS', '2026112600000017', '17 18'],
  ['CHATS', 'CHATS0017', 'x'.repeat(36)],
  ['CHATS', 'CHATS0017', '<script>'],
])('a reference of %s is %s, and not %s', (type, good, bad) => {
  const takers = fiatCurrencies.filter((currency) => railsFor(currency).some((rail) => rail === type));
  expect(takers).not.toEqual([]);
  for (const currency of currencies) {
    const kept = takers.some((one) => one === currency) ? { type, reference: good, atMs: AT } : undefined;
    expect(readRail({ type, reference: good }, { currency, atMs: AT })).toEqual(kept);
    expect(readRail({ type, reference: bad }, { currency, atMs: AT })).toBeUndefined();
    expect(readRail({ type: `${type}X`, reference: good }, { currency, atMs: AT })).toBeUndefined();
  }
});

it.each<[unknown, boolean]>([
  [undefined, false],
  [null, true],
  ['SPEI', true],
  [{}, true],
  [{ type: 'SPEI' }, true],
  [{ type: 'SPEI', reference: 123456 }, true],
  [{ type: 'SPEI', reference: 'X'.repeat(201) }, true],
])('a rail %j refuses neither the report nor the state of a payout that carries it', async (rail, isNamed) => {
  const transactionId = '3f0e2a54-6c7b-4d1e-9b52-8a4f6d2c1e07';
  const report = { eventId: 'e1', provider: 'banking', transactionId, type: 'PAYOUT_COMPLETED', rail };
  const payout = { reference: 'p1', status: 'COMPLETED', rail };
  const client: ProviderClient = {
    get: (_path, response) => Promise.resolve(response.parse(payout)),
    post: expect.fail,
  };
  for (const { rail: taken } of [providerReport.parse(report), await httpBankPayouts(client).poll('p1')]) {
    expect(taken !== undefined).toBe(isNamed);
    expect(taken && readRail(taken, { currency: 'MXN', atMs: AT })).toBeUndefined();
  }
});

it.each(fiatCurrencies)('%s is paid by the rails of its payout zones', (currency) => {
  const known = payoutZones
    .filter((zone) => corridors[zone].currency === currency)
    .flatMap((zone) => [
      ...countries[zone].map(usualRailFor),
      ...railsByZone[zone].map((rail) => (rail === 'WIRE' ? 'FEDWIRE' : rail)),
      ...addressRails[zone],
      ...targetRailsByZone[zone].filter((rail) => rail === 'SWIFT'),
      // LBTR is the large-value payment system of the Dominican Republic. The capabilities do not list LBTR.
      ...(zone === 'DO' ? ['LBTR'] : []),
    ]);
  expect([...railsFor(currency)].sort()).toEqual([...new Set(known)].sort());
});

describe('a transaction', () => {
  const toPaid = (transaction: Transaction, ...steps: readonly Parameters<typeof apply>[1][]) =>
    steps.reduce((current, step) => apply(current, step)?.next ?? expect.fail(`no ${step.trigger}`), transaction);

  it('keeps the rails that its banks report, the first of each', () => {
    const other = { type: 'ACH', reference: '999999999999999' };
    const paid = toPaid(
      aCrossRamp(),
      { trigger: 'DEPOSIT_RECEIVED', atMs: AT, rail: spei },
      { trigger: 'DEPOSIT_RECEIVED', atMs: AT, rail: other },
      { trigger: 'CONVERSION_STARTED', atMs: AT, rail: other },
      { trigger: 'CONVERSION_COMPLETED', atMs: AT },
      { trigger: 'PAYOUT_SUBMITTED', atMs: AT, rail: ach },
      { trigger: 'PAYOUT_COMPLETED', atMs: AT, rail: other },
    );
    expect(shownRails(paid)).toEqual({ deposit: { ...spei, at }, payout: { ...ach, at } });
    expect(shownRails(decodeTransaction(encodeTransaction(paid)))).toEqual(shownRails(paid));
  });

  it('takes the rail of tokens from the hash of their transfer, and from nothing else', () => {
    const funded = toPaid(anOffRamp(), { trigger: 'DEPOSIT_RECEIVED', atMs: AT, transactionHash: hash, rail: spei });
    expect(shownRails(funded)).toEqual({ deposit: { type: 'CHAIN', reference: hash, at }, payout: null });
    const explorer = (blockchain: string, named: string) => `https://explorer.example.com/${blockchain}/${named}`;
    const url = `https://explorer.example.com/POL/${hash}`;
    expect(shownRails(funded, explorer)).toEqual({
      deposit: { type: 'CHAIN', reference: hash, at, url },
      payout: null,
    });
    const renamed = toPaid(funded, { trigger: 'EXECUTE', atMs: AT, transactionHash: `0x${'b'.repeat(64)}` });
    expect(shownRails(renamed).deposit?.reference).toBe(`0x${'b'.repeat(64)}`);
    const named = toPaid(
      anOffRamp(),
      { trigger: 'DEPOSIT_RECEIVED', atMs: AT },
      { trigger: 'EXECUTE', atMs: AT, transactionHash: hash },
    );
    expect(shownRails(named).deposit).toEqual({ type: 'CHAIN', reference: hash, at });
    const sent = toPaid(
      anOnRamp(),
      { trigger: 'DEPOSIT_RECEIVED', atMs: AT, rail: spei },
      { trigger: 'CONVERSION_STARTED', atMs: AT },
      { trigger: 'PAYOUT_COMPLETED', atMs: AT, transactionHash: hash },
    );
    expect(shownRails(sent)).toMatchObject({ deposit: spei, payout: { type: 'CHAIN', reference: hash } });
  });

  it.each([
    ['malformed', { ...spei, reference: '-' }],
    ['of another corridor', ach],
  ])('is booked all the same where its rail is %s, and shows none', (_why, rail) => {
    const funded = toPaid(aCrossRamp(), { trigger: 'DEPOSIT_RECEIVED', atMs: AT, rail });
    expect([funded.status, shownRails(funded)]).toEqual(['FIAT_RECEIVED', { deposit: null, payout: null }]);
  });
});

it.each([
  ['MX', 'LOCAL', 'SPEI'],
  ['DO', 'LOCAL', 'ACH'],
  ['US', 'LOCAL', 'ACH'],
  ['DE', 'LOCAL', 'SEPA'],
  ['CN', 'LOCAL', 'CNAPS'],
  ['HK', 'LOCAL', 'FPS'],
  ['CN', 'SWIFT', 'SWIFT'],
] as const)(
  'the sandbox pays to %s by %s with a reference of %s, the same at every call',
  (country, targetRail, type) => {
    const { targetBankAccount } = aCrossRamp();
    const transaction = aCrossRamp({ targetRail, targetBankAccount: { ...targetBankAccount, country } });
    const rail = sandboxRail(transaction, 'PAYOUT_SUBMITTED') ?? expect.fail('none');
    const { currency } = corridors[payoutZoneFor(country)];
    expect(readRail(rail, { currency, atMs: AT })).toMatchObject({ type });
    expect(sandboxRail(transaction, 'PAYOUT_SUBMITTED')).toEqual(rail);
    expect(sandboxRail(transaction, 'PAYOUT_COMPLETED')).toBeUndefined();
  },
);
