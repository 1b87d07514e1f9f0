import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runStep } from '#functions/workers/run-step/run-step';
import { newBankAccount } from '#shared/bank-accounts/domain/bank-account-record';
import { bankAccountCreationWrites } from '#shared/bank-accounts/repository';
import { bankAccountKey, payoutKey } from '#shared/dynamodb/keys';
import { readItem, type StoredRecord } from '#shared/dynamodb/table';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';
import { providerClient } from '#shared/platform/providers/client';
import { httpBankVerifier } from '#shared/providers/bank-verification';
import { httpBankPayouts, httpTokenPayouts } from '#shared/providers/payouts';
import type { Transaction } from '#shared/transactions/domain/transaction';
import type { Trigger } from '#shared/transactions/domain/triggers';
import { findTransaction, readTimelineEntries, transactionCreationWrites } from '#shared/transactions/repository';
import { applyEvent } from '#shared/transactions/transitions/apply-event';
import type { User } from '#shared/users/domain/user';
import { encodeUser } from '#shared/users/item';
import { newId } from '#shared/values/ids';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { aUser } from '#test/support/builders/users';
import { noProviders } from '#test/support/no-providers';
import { type LoopbackProvider, loopbackProviderForTests } from '#test/support/servers/loopback-provider';
import { startedForTests } from '#test/support/started-for-tests';
import { startMemoryTable } from '#test/unit/delivery/table';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LIMITS = { attemptTimeoutMs: 5000, budgetMs: 60_000, maxAttempts: 1, maxBytes: 16_384 };

const [bank, tests] = [loopbackProviderForTests(), loopbackProviderForTests()];
startedForTests(() => startMemoryTable(20261123));
const user = aUser({ firstName: 'Eva', lastName: 'Sol', kycStatus: 'VERIFIED' });
beforeAll(() => writeAtomically([putItem(encodeUser(user))]));
beforeEach(() => {
  vi.stubEnv('STAGE', 'production');
  bank().response = { reference: 'out-1', status: 'PENDING' };
  tests().response = { status: 'VERIFIED' };
});

/** Applies bank events to a transaction, in order. */
async function feed({ id: transactionId }: Transaction, ...happened: readonly Trigger[]) {
  for (const trigger of happened)
    await applyEvent({ source: 'bank', eventId: trigger, transactionId, trigger, atMs: start });
}
const start = Date.now();

const store = (changed: User) => writeAtomically([putItem(encodeUser(changed))]);

/** Returns the fields of a new transaction of the user. */
const fresh = () => ({
  ...{ id: newId(start), partnerId: user.partnerId, userId: user.id },
  ...{ createdAtMs: start, updatedAtMs: start, deadlineMs: start + DAY },
});

/** Creates a cross-ramp to an account in the United States (no penny test), ready for its payout. */
async function crossRamp(): Promise<Transaction> {
  const before = aCrossRamp(fresh());
  await writeAtomically(transactionCreationWrites(before));
  await feed(before, 'DEPOSIT_RECEIVED', 'CONVERSION_STARTED', 'CONVERSION_COMPLETED');
  return before;
}

/** Creates an off-ramp to a new Mexican account of the user, ready for its payout. */
async function offRamp(): Promise<Transaction> {
  const digits = String(BigInt(`0x${newId(start).slice(-12)}`)).slice(-11);
  const details = { country: 'MX', accountIdentifier: `6461801${digits.padStart(11, '0')}`, bankName: 'STP' } as const;
  const account = newBankAccount({ ...fresh(), receiverId: undefined, details }, start);
  const before = anOffRamp({ ...fresh(), bankAccountId: account.id });
  await writeAtomically([...transactionCreationWrites(before), ...bankAccountCreationWrites(account)]);
  await feed(before, 'EXECUTE', 'DEPOSIT_RECEIVED', 'RECEIPT_CONFIRMED', 'CONVERSION_COMPLETED');
  return before;
}

async function onRamp(): Promise<Transaction> {
  const before = anOnRamp(fresh());
  await writeAtomically(transactionCreationWrites(before));
  await feed(before, 'DEPOSIT_RECEIVED', 'CONVERSION_STARTED');
  return before;
}

/** Runs the payout step `afterMs` milliseconds after the start. */
function takeStep({ id, partnerId }: Transaction, afterMs: number) {
  const { PK: pk, SK: sk } = payoutKey(id);
  const client = ({ url }: LoopbackProvider) =>
    providerClient({ url, apiKey: async () => 'provider-key-0123456789' }, LIMITS);
  return runStep(
    { v: 1, entity: 'PAYOUT', pk, sk, partnerId, dueAt: 0 },
    {
      ...noProviders,
      now: () => start + afterMs,
      stepMs: 0,
      bankVerifier: () => httpBankVerifier(client(tests())),
      bankPayouts: () => httpBankPayouts(client(bank())),
      tokenPayouts: () => httpTokenPayouts(client(bank())),
    },
  );
}

const readPayout = async ({ id }: Transaction): Promise<StoredRecord> => (await readItem(payoutKey(id))) ?? {};
const readAccount = (of: Transaction) =>
  readItem(bankAccountKey(('bankAccountId' in of ? of.bankAccountId : undefined) ?? ''));
const readStatus = async ({ id }: Transaction) => (await findTransaction(id))?.status;
/** Returns the due time of the next step, in ms after the start. */
async function nextStepAfter(of: Transaction): Promise<number | undefined> {
  const { stepAt, dueAt } = await readPayout(of);
  expect(dueAt).toBe(stepAt);
  return typeof stepAt === 'number' ? stepAt - start : undefined;
}
const requests = (provider: LoopbackProvider) => provider.seen.map(({ method, path }) => `${method} ${path}`);
const causes = async ({ id }: Transaction) =>
  (await readTimelineEntries(id)).map(({ trigger, cause }) => `${trigger} ${cause.split(':')[0]}`);

describe('a payout to a bank', () => {
  it('begins with the transition that makes it due, in production alone', async () => {
    const of = await crossRamp();
    expect(await readPayout(of)).toMatchObject({
      entity: 'PAYOUT',
      outbox: 'OPEN',
      partnerId: user.partnerId,
      calls: 0,
    });
    expect(await nextStepAfter(of)).toBe(0);
    vi.stubEnv('STAGE', 'sandbox');
    expect(await readPayout(await crossRamp())).toEqual({});
  });

  it('is ordered once, notified, and polled until it has arrived', async () => {
    const of = await crossRamp();
    await takeStep(of, 0);
    expect(await readStatus(of)).toBe('BANK_TRANSFER_PENDING');
    expect(await nextStepAfter(of)).toBe(10 * MINUTE);
    expect(bank().seen[0]?.headers['idempotency-key']).toBe(of.id);
    expect(JSON.parse(bank().seen[0]?.text ?? '')).toMatchObject({
      amount: '97.28',
      currency: 'USD',
      rail: 'LOCAL',
    });
    // A duplicate message finds that the step is complete.
    await takeStep(of, 1);
    await takeStep(of, 10 * MINUTE);
    expect(await nextStepAfter(of)).toBe(10 * MINUTE + HOUR);
    bank().response = { reference: 'out-1', status: 'COMPLETED' };
    await takeStep(of, 2 * HOUR);
    expect(await readStatus(of)).toBe('COMPLETED');
    expect(await nextStepAfter(of)).toBeUndefined();
    expect(requests(bank())).toEqual(['POST /v1/payouts', 'GET /v1/payouts/out-1', 'GET /v1/payouts/out-1']);
    expect((await causes(of)).slice(-2)).toEqual(['PAYOUT_SUBMITTED payout', 'PAYOUT_COMPLETED payout']);
  });

  it.each(['PENDING', 'MANUAL'])(
    'keeps the first rail that the bank names while it is %s, and no other',
    async (status) => {
      const of = await crossRamp();
      const response = { reference: 'out-1', status };
      const ach = { type: 'ACH', reference: '123456789012345' };
      bank().response = response;
      await takeStep(of, 0);
      const submitted = await findTransaction(of.id);
      for (const [hours, reference] of [
        [1, 'malformed'],
        [3, ach.reference],
        [5, '999999999999999'],
      ] as const) {
        bank().response = { ...response, rail: { type: 'ACH', reference } };
        await takeStep(of, hours * HOUR);
      }
      const named = await findTransaction(of.id);
      expect(named).toMatchObject({
        payoutRail: ach,
        version: (submitted?.version ?? 0) + 1,
        status: submitted?.status,
      });
      bank().response = { ...response, status: 'COMPLETED' };
      await takeStep(of, 7 * HOUR);
      expect(await findTransaction(of.id)).toMatchObject({ status: 'COMPLETED', payoutRail: ach });
    },
  );

  it('that arrives at once is still submitted first', async () => {
    const of = await crossRamp();
    bank().response = { reference: 'out-1', status: 'COMPLETED' };
    await takeStep(of, 0);
    expect([await readStatus(of), await nextStepAfter(of)]).toEqual(['BANK_TRANSFER_PENDING', 0]);
    expect(await readPayout(of)).toMatchObject({ outbox: 'OPEN' });
    await takeStep(of, 0);
    expect(await readStatus(of)).toBe('COMPLETED');
  });

  it('whose response was lost is ordered again with the same key and growing waits', async () => {
    const of = await crossRamp();
    bank().script.push('reset', 'error-500');
    await takeStep(of, 0);
    expect([await readStatus(of), await nextStepAfter(of)]).toEqual(['READY_BANK_TRANSFER', MINUTE]);
    await takeStep(of, MINUTE);
    expect(await nextStepAfter(of)).toBe(3 * MINUTE);
    await takeStep(of, 3 * MINUTE);
    expect(await readStatus(of)).toBe('BANK_TRANSFER_PENDING');
    expect(bank().seen.map(({ headers }) => headers['idempotency-key'])).toEqual([of.id, of.id, of.id]);
  });

  it.each([1, 2, 3, 4])('taken by three runs at once is notified once, in order %i', async () => {
    const of = await crossRamp();
    await Promise.allSettled([takeStep(of, 0), takeStep(of, 0), takeStep(of, 0)]);
    expect(await readStatus(of)).toBe('BANK_TRANSFER_PENDING');
    expect((await causes(of)).filter((cause) => cause.startsWith('PAYOUT_SUBMITTED'))).toHaveLength(1);
    expect(new Set(bank().seen.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([of.id]));
  });

  it.each([
    ['the provider’s reason where partners know it', { reason: 'ACCOUNT_CLOSED' }, 'ACCOUNT_CLOSED'],
    ['our reason for any other', { reason: 'DESK_CLOSED' }, 'PAYOUT_FAILED'],
    ['our reason where none is given', {}, 'PAYOUT_FAILED'],
  ])('fails with %s', async (_what, more, reason) => {
    const of = await crossRamp();
    bank().response = { reference: 'out-1', status: 'FAILED', ...more };
    await takeStep(of, 0);
    expect(await findTransaction(of.id)).toMatchObject({ status: 'FAILED', cancellationReason: reason });
    const [end] = (await readTimelineEntries(of.id)).slice(-1);
    expect(end?.reason).toBe('reason' in more ? more.reason : undefined);
    expect(await nextStepAfter(of)).toBeUndefined();
  });

  it('that needs manual review is still polled', async () => {
    const of = await crossRamp();
    bank().response = { reference: 'out-1', status: 'MANUAL' };
    await takeStep(of, 0);
    expect(await readStatus(of)).toBe('AWAITING_MANUAL_FIAT_TRANSFER');
    await takeStep(of, HOUR);
    bank().response = { reference: 'out-1', status: 'COMPLETED' };
    await takeStep(of, 9 * DAY);
    expect(await readStatus(of)).toBe('COMPLETED');
  });

  it('that no provider accepts for a day needs manual review, and is not ordered again', async () => {
    const of = await crossRamp();
    bank().script.push('refuse', 'error-500');
    await takeStep(of, DAY - 1);
    expect(await readStatus(of)).toBe('READY_BANK_TRANSFER');
    await takeStep(of, 2 * DAY);
    expect(await readStatus(of)).toBe('AWAITING_MANUAL_FIAT_TRANSFER');
    expect(await nextStepAfter(of)).toBeUndefined();
    expect(bank().seen).toHaveLength(2);
  });

  it('that is pending for a week needs manual review too', async () => {
    const of = await crossRamp();
    await takeStep(of, 0);
    await takeStep(of, 7 * DAY);
    expect(await readStatus(of)).toBe('AWAITING_MANUAL_FIAT_TRANSFER');
    expect(await nextStepAfter(of)).toBe(7 * DAY + HOUR);
  });

  it('whose end was reported before our step is no longer polled', async () => {
    const of = await crossRamp();
    await takeStep(of, 0);
    await feed(of, 'PAYOUT_COMPLETED');
    await takeStep(of, HOUR);
    expect(requests(bank())).toEqual(['POST /v1/payouts']);
    expect(await nextStepAfter(of)).toBeUndefined();
  });

  it('whose end was reported before its submission was known ends with that report', async () => {
    const of = await crossRamp();
    await applyEvent({
      ...{ source: 'bank', eventId: 'fast', transactionId: of.id, trigger: 'PAYOUT_COMPLETED' },
      ...{ atMs: start, reportedAtMs: start },
    });
    expect(await readStatus(of)).toBe('READY_BANK_TRANSFER');
    await takeStep(of, 0);
    expect(await readStatus(of)).toBe('COMPLETED');
  });
});

describe('a payout whose user is no longer verified', () => {
  afterEach(() => store(user));
  const reasons = async ({ id }: Transaction) =>
    (await readTimelineEntries(id)).flatMap(({ trigger, reason }) => (reason ? [`${trigger} ${reason}`] : []));

  it.each([
    ['cross-ramp', crossRamp, 'AWAITING_MANUAL_FIAT_TRANSFER'],
    ['off-ramp', offRamp, 'AWAITING_MANUAL_FIAT_TRANSFER'],
    ['on-ramp', onRamp, 'AWAITING_MANUAL_CRYPTO_TRANSFER'],
  ])('waits for manual review, with its reason: of an %s', async (_kind, make, status) => {
    const of = await make();
    await store({ ...user, kycStatus: 'REJECTED', version: user.version + 1 });
    await takeStep(of, 0);
    expect([await readStatus(of), requests(bank()), requests(tests())]).toEqual([status, [], []]);
    expect(await reasons(of)).toEqual(['MANUAL_TRANSFER_REQUIRED USER_NOT_VERIFIED']);
    expect(await nextStepAfter(of)).toBeUndefined();
    // Now no step orders the payout: an operator pays it manually, and `PAYOUT_COMPLETED` reports the payment.
    await takeStep(of, DAY);
    expect(requests(bank())).toEqual([]);
    await feed(of, 'PAYOUT_COMPLETED');
    expect(await readStatus(of)).toBe('COMPLETED');
  });

  it('continues with the same key when the response to the order was lost before the rejection', async () => {
    const of = await crossRamp();
    bank().script.push('reset');
    await takeStep(of, 0);
    await store({ ...user, kycStatus: 'REVIEW_NEEDED', version: user.version + 1 });
    await takeStep(of, HOUR);
    expect(await readStatus(of)).toBe('BANK_TRANSFER_PENDING');
    expect(bank().seen.map(({ headers }) => headers['idempotency-key'])).toEqual([of.id, of.id]);
    bank().response = { reference: 'out-1', status: 'COMPLETED' };
    await takeStep(of, 3 * HOUR);
    expect(await readStatus(of)).toBe('COMPLETED');
  });

  it('continues when the worker crashed between clearance and order', async () => {
    const of = await crossRamp();
    await writeAtomically([putItem({ ...(await readPayout(of)), ordered: true })]);
    await store({ ...user, kycStatus: 'REJECTED', version: user.version + 1 });
    await takeStep(of, 0);
    expect([await readStatus(of), requests(bank())]).toEqual(['BANK_TRANSFER_PENDING', ['POST /v1/payouts']]);
  });

  it('is cleared when the penny test is passed, and not before', async () => {
    const of = await offRamp();
    await takeStep(of, 0);
    expect(await readPayout(of)).toMatchObject({ test: 'PASSED', ordered: false });
    await store({ ...user, kycStatus: 'REJECTED', version: user.version + 1 });
    await takeStep(of, 0);
    expect([await readStatus(of), requests(bank())]).toEqual(['AWAITING_MANUAL_FIAT_TRANSFER', []]);
  });

  it('continues when the bank had it before the rejection', async () => {
    const of = await crossRamp();
    await takeStep(of, 0);
    await store({ ...user, kycStatus: 'REJECTED', version: user.version + 1 });
    bank().response = { reference: 'out-1', status: 'COMPLETED' };
    await takeStep(of, HOUR);
    expect(await readStatus(of)).toBe('COMPLETED');
  });
});

describe('a penny test', () => {
  it('comes before the payout, and leaves the account verified', async () => {
    const of = await offRamp();
    await takeStep(of, 0);
    expect([requests(tests()), requests(bank())]).toEqual([['POST /v1/account-tests'], []]);
    expect(tests().seen[0]?.headers['idempotency-key']).toBe(of.id);
    expect(JSON.parse(tests().seen[0]?.text ?? '')).toMatchObject({
      holder: { firstName: 'Eva', lastName: 'Sol' },
    });
    expect([await readStatus(of), await nextStepAfter(of)]).toEqual(['READY_BANK_TRANSFER', 0]);
    await takeStep(of, 0);
    expect(await findTransaction(of.id)).toMatchObject({
      status: 'BANK_TRANSFER_PENDING',
      bankAccount: { isVerified: true },
    });
    expect(await readAccount(of)).toMatchObject({ verificationStatus: 'VERIFIED' });
  });

  it('alone verifies an account: a submitted payout does not', async () => {
    const of = await offRamp();
    await feed(of, 'PAYOUT_SUBMITTED', 'PAYOUT_COMPLETED');
    expect(await findTransaction(of.id)).toMatchObject({
      ...{ status: 'COMPLETED', bankAccount: { isVerified: false } },
    });
    expect(await readAccount(of)).toMatchObject({ verificationStatus: 'PENDING' });
  });

  it('that is passed verifies the account at once, whatever the result of the payout', async () => {
    const of = await offRamp();
    await takeStep(of, 0);
    await feed(of, 'PAYOUT_FAILED');
    expect(await readAccount(of)).toMatchObject({ verificationStatus: 'VERIFIED' });
  });

  it('that takes long is polled, and started once', async () => {
    const of = await offRamp();
    tests().response = { status: 'PENDING' };
    await takeStep(of, 0);
    expect(await nextStepAfter(of)).toBe(MINUTE);
    await takeStep(of, MINUTE);
    tests().response = { status: 'VERIFIED' };
    await takeStep(of, 10 * MINUTE);
    await takeStep(of, 10 * MINUTE);
    expect(requests(tests())).toEqual([
      'POST /v1/account-tests',
      `GET /v1/account-tests/${of.id}`,
      `GET /v1/account-tests/${of.id}`,
    ]);
    expect(requests(bank())).toEqual(['POST /v1/payouts']);
  });
});

describe('tokens to a wallet', () => {
  it('are sent once and polled until they have arrived', async () => {
    const of = await onRamp();
    await takeStep(of, 0);
    expect([await readStatus(of), await nextStepAfter(of)]).toEqual(['IN_PROGRESS', 10 * MINUTE]);
    expect(JSON.parse(bank().seen[0]?.text ?? '')).toMatchObject({
      amount: '53.129000',
      token: 'USDC',
      blockchain: 'POL',
    });
    const transactionHash = `0x${'a'.repeat(64)}`;
    bank().response = { reference: 'out-1', status: 'COMPLETED', transactionHash };
    await takeStep(of, 10 * MINUTE);
    expect(await findTransaction(of.id)).toMatchObject({ status: 'COMPLETED', transactionHash });
    expect(requests(bank())).toEqual(['POST /v1/transfers', 'GET /v1/transfers/out-1']);
  });

  it('that arrive at once are paid at once', async () => {
    const of = await onRamp();
    bank().response = { reference: 'out-1', status: 'COMPLETED' };
    await takeStep(of, 0);
    expect(await readStatus(of)).toBe('COMPLETED');
  });

  it.each([
    ['FAILED', 'FAILED'],
    ['MANUAL', 'AWAITING_MANUAL_CRYPTO_TRANSFER'],
  ])('that are %s make the on-ramp %s', async (status, outcome) => {
    const of = await onRamp();
    bank().response = { reference: 'out-1', status };
    await takeStep(of, 0);
    expect(await readStatus(of)).toBe(outcome);
  });
});
