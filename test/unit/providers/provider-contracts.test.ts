import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { providerReport } from '#functions/provider-events/take/contract';
import { newBankAccount } from '#shared/bank-accounts/domain/bank-account-record';
import { httpBankVerifier } from '#shared/providers/bank-verification/http';
import { httpCustody } from '#shared/providers/custody/http';
import { httpDepositAccounts } from '#shared/providers/pay-in/http';
import { httpBankPayouts, httpTokenPayouts } from '#shared/providers/payout/http';
import { httpRates } from '#shared/providers/rates/http';
import { providers } from '#shared/providers/registry';
import { reportedTriggers } from '#shared/transactions/domain/triggers';
import { money } from '#shared/values/money/money';
import { aUser } from '#test/support/builders/users';
import { runRedocly } from '#test/support/redocly';
import { loopbackProviderForTests } from '#test/support/servers/loopback-provider';

/** The contract of verifications is tested in verification-contract.test.ts. */
const names = [
  ...providers.map(({ name }) => name).filter((name) => name !== 'verification'),
  'provider-events',
] as const;
type Name = (typeof names)[number];
const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-contracts-'));

const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.looseObject({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
});
const documents = new Map<Name, z.infer<typeof documentSchema>>();

const provider = loopbackProviderForTests();
beforeAll(async () => {
  for (const name of names) {
    const bundled = join(folder, `${name}.json`);
    const contract = `docs/providers/${name}.openapi.yaml`;
    const { exitCode, output } = await runRedocly(['bundle', contract, '--output', bundled]);
    expect(exitCode, output).toBe(0);
    documents.set(name, documentSchema.parse(JSON.parse(readFileSync(bundled, 'utf8'))));
  }
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

/** Tells whether a value is valid by a schema of a contract. */
function fits(name: Name, schema: string, value: unknown): boolean {
  const $defs = documents.get(name)?.components.schemas;
  const text = JSON.stringify({ $ref: `#/$defs/${schema}`, $defs }).replaceAll('#/components/schemas/', '#/$defs/');
  return z.fromJSONSchema(JSON.parse(text)).safeParse(value).success;
}

it('pass the linter without a warning', async () => {
  const { exitCode, output } = await runRedocly([
    'lint',
    ...names.map((name) => `docs/providers/${name}.openapi.yaml`),
  ]);
  expect(exitCode, output).toBe(0);
  expect(output).not.toMatch(/\[WARNING\]|You have \d/);
});

const TX = '019bc1c5-0000-7000-8000-000000000001';
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
const details = { country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP' } as const;
const account = newBankAccount({ partnerId: 'p', userId: 'u', receiverId: undefined, id: 'a', details }, 0);
const address = { streetLine1: 'Main St 1', city: 'Austin', state: 'TX', postalCode: '73301', country: 'US' };
const accountHolder = { type: 'INDIVIDUAL', firstName: 'Eva', lastName: 'Sol' } as const;
const usAccount = {
  country: 'US',
  accountIdentifier: '12345678',
  bankName: 'Bank',
  isVerified: true,
  routingNumber: '021000021',
  accountType: 'CHECKING',
  accountHolder,
  address,
} as const;
const state = { reference: 'out-1', status: 'PENDING' };

const calls: readonly {
  readonly name: Name;
  readonly operation: string;
  readonly answer: readonly [schema: string, value: Readonly<Record<string, unknown>>];
  readonly sends?: string;
  readonly call: (to: { url: string; apiKey: () => Promise<string> }) => Promise<unknown>;
}[] = [
  {
    name: 'rates',
    operation: 'GET /rates/{from}/{to}',
    answer: ['Rate', { mid: '18.45', asOf: new Date().toISOString() }],
    call: (to) => httpRates({ ...to, maxAgeMs: 600_000 }).midRate('USDC', 'MXN', 0),
  },
  {
    name: 'custody',
    operation: 'POST /deposit-addresses',
    answer: ['DepositAddress', { address: WALLET }],
    sends: 'AddressRequest',
    call: (to) => httpCustody(to).depositAddressFor(TX, 'ETH'),
  },
  {
    name: 'custody',
    operation: 'GET /addresses/{blockchain}/{address}/balances/{token}',
    answer: ['Balance', { balance: '0' }],
    call: (to) => httpCustody(to).readBalance(WALLET, 'ETH', 'USDC'),
  },
  {
    name: 'custody',
    operation: 'POST /transfers',
    answer: ['PayoutState', state],
    sends: 'Transfer',
    call: (to) =>
      httpTokenPayouts(to).submit({
        transactionId: TX,
        amount: money(1n, 'USDT'),
        blockchain: 'POL',
        address: WALLET,
      }),
  },
  {
    name: 'custody',
    operation: 'GET /transfers/{reference}',
    answer: ['PayoutState', state],
    call: (to) => httpTokenPayouts(to).poll('out-1'),
  },
  {
    name: 'banking',
    operation: 'GET /deposit-accounts/{currency}',
    answer: ['DepositAccount', details],
    call: (to) => httpDepositAccounts()(to, 'MXN'),
  },
  {
    name: 'banking',
    operation: 'POST /payouts',
    answer: ['PayoutState', { ...state, status: 'FAILED', reason: 'ACCOUNT_CLOSED' }],
    sends: 'Payout',
    call: (to) =>
      httpBankPayouts(to).submit({
        transactionId: TX,
        amount: money(97_28n, 'USD'),
        account: usAccount,
        rail: 'SWIFT',
        reference: 'Invoice 7',
      }),
  },
  {
    name: 'banking',
    operation: 'GET /payouts/{reference}',
    answer: ['PayoutState', state],
    call: (to) => httpBankPayouts(to).poll('out-1'),
  },
  {
    name: 'bank-verification',
    operation: 'POST /account-tests',
    answer: ['State', { status: 'PENDING' }],
    sends: 'Test',
    call: (to) =>
      httpBankVerifier(to).submit({
        testId: TX,
        account,
        user: aUser({ firstName: 'Eva', lastName: 'Sol' }),
      }),
  },
  {
    name: 'bank-verification',
    operation: 'GET /account-tests/{testId}',
    answer: ['State', { status: 'FAILED' }],
    call: (to) => httpBankVerifier(to).poll(TX),
  },
];

it.each(calls)(
  '$operation of $name is called as its contract says',
  async ({ name, operation, answer, sends, call }) => {
    const [schema, value] = answer;
    expect(fits(name, schema, value)).toBe(true);
    provider().answer = value;
    provider().seen.length = 0;
    await call({ url: provider().url, apiKey: async () => 'provider-key-0123456789' });
    const [seen] = provider().seen;
    const pattern = new RegExp(`^${operation.replace(' /', ' /v1/').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    expect(`${seen?.method} ${seen?.path}`).toMatch(pattern);
    if (sends !== undefined) expect(fits(name, sends, JSON.parse(seen?.text ?? '')), seen?.text).toBe(true);
  },
);

it('has no operation that is never called', () => {
  for (const [name, { paths }] of documents) {
    if (name === 'provider-events') continue;
    const promised = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(
      calls
        .filter((one) => one.name === name)
        .map(({ operation }) => operation)
        .sort(),
      name,
    ).toEqual(promised.sort());
  }
});

describe('a report', () => {
  const base = { provider: 'banking', eventId: 'e:1', transactionId: TX, type: 'DEPOSIT_RECEIVED' };
  it.each<[Readonly<Record<string, unknown>>, boolean]>([
    [{}, true],
    [{ amount: '1500.00', currency: 'MXN', at: '2026-11-21T12:00:00.000Z' }, true],
    [{ type: 'PAYOUT_FAILED', reason: 'ACCOUNT_CLOSED_2' }, true],
    [{ type: 'CANCEL' }, false],
    [{ type: undefined }, false],
    [{ provider: 'operator' }, false],
    [{ provider: 'rates' }, true],
    [{ provider: 'partner-bank' }, false],
    [{ provider: 'Bank' }, false],
    [{ eventId: '' }, false],
    [{ eventId: 'a#b' }, false],
    [{ transactionId: 'x' }, false],
    [{ amount: 1500, currency: 'MXN' }, false],
    [{ amount: '1e3', currency: 'MXN' }, false],
    [{ amount: '1', currency: 'BTC' }, false],
    [{ reason: 'a sentence' }, false],
    [{ at: 'today' }, false],
    [{ status: 'COMPLETED' }, false],
  ])('with %j is accepted as the contract says: %s', (overrides, taken) => {
    const value = JSON.parse(JSON.stringify({ ...base, ...overrides }));
    expect([fits('provider-events', 'Report', value), providerReport.safeParse(value).success]).toEqual([taken, taken]);
  });

  it('has the types of the contract', () => {
    const type = documents.get('provider-events')?.components.schemas.Type;
    expect(type?.enum).toEqual([...reportedTriggers]);
  });
});
