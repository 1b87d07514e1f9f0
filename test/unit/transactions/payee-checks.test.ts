/** The payee check before a production payout: every result with every setting, timeouts, crashes and duplicate messages. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runStep } from '#functions/workers/run-step/run-step';
import { type AccountDetails, newBankAccount } from '#shared/bank-accounts/domain/bank-account-record';
import { bankAccountCreationWrites, findAccountRecord } from '#shared/bank-accounts/repository';
import { payeeActions, payeePolicyFor, unclearPayeeResults } from '#shared/corridors/domain/payee-checks';
import { payoutKey } from '#shared/dynamodb/keys';
import { readItem, readRange } from '#shared/dynamodb/table';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';
import type { Agreement } from '#shared/partners/domain/partner';
import { createPartner, setAgreement } from '#shared/partners/repository';
import { providerClient } from '#shared/platform/providers/client';
import { httpBankVerifier } from '#shared/providers/bank-verification';
import { httpBankPayouts } from '#shared/providers/payouts';
import type { CrossRamp, Transaction } from '#shared/transactions/domain/transaction';
import { findTransaction, readTimelineEntries, transactionCreationWrites } from '#shared/transactions/repository';
import { applyEvent } from '#shared/transactions/transitions/apply-event';
import { encodeUser } from '#shared/users/item';
import { newId } from '#shared/values/ids';
import { money } from '#shared/values/money/money';
import { aCrossRamp } from '#test/support/builders/transactions';
import { aUser } from '#test/support/builders/users';
import { noProviders } from '#test/support/no-providers';
import { type LoopbackProvider, loopbackProviderForTests } from '#test/support/servers/loopback-provider';
import { startedForTests } from '#test/support/started-for-tests';
import { startMemoryTable } from '#test/unit/delivery/table';

const DAY = 24 * 3_600_000;
const LIMITS = { attemptTimeoutMs: 5000, budgetMs: 60_000, maxAttempts: 1, maxBytes: 16_384 };
const BANK_NAME = 'Eva María Sol';

const [bank, tests] = [loopbackProviderForTests(), loopbackProviderForTests()];
startedForTests(() => startMemoryTable(20261126));
const start = Date.now();
let partnerId = '';
const user = aUser({ firstName: 'Eva', lastName: 'Sol', kycStatus: 'VERIFIED' });
beforeAll(async () => {
  ({ partnerId } = await createPartner({ name: 'Payees', stage: 'production', atMs: start }));
  await writeAtomically([putItem(encodeUser({ ...user, partnerId }))]);
});
beforeEach(async () => {
  vi.stubEnv('STAGE', 'production');
  bank().response = { reference: 'out-1', status: 'PENDING' };
  await agree(undefined);
});

const agree = (payeePolicies: Agreement['payeePolicies']) =>
  setAgreement(partnerId, (all) => ({ ...all, payeePolicies }), { atMs: start });

/** Provider responses for each result. */
const responses = {
  MATCH: { status: 'VERIFIED', match: 'MATCH', name: BANK_NAME },
  CLOSE_MATCH: { status: 'FAILED', match: 'CLOSE_MATCH', name: BANK_NAME },
  NO_MATCH: { status: 'FAILED', match: 'NO_MATCH', name: BANK_NAME },
  NOT_POSSIBLE: { status: 'FAILED', match: 'NOT_POSSIBLE' },
} as const;

const details: Readonly<Record<'MX' | 'SEPA', AccountDetails>> = {
  MX: { country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP' },
  SEPA: {
    ...{ country: 'DE', accountIdentifier: 'DE89370400440532013000', iban: 'DE89370400440532013000', bankName: 'Bank' },
    accountHolder: { type: 'BUSINESS', businessName: 'ACME GmbH' },
  },
};
type PayoutZone = keyof typeof details;

/** Creates a cross-ramp that is ready for its payout, by default to a new account. */
async function payout(zone: PayoutZone, bankAccountId = newId(start)): Promise<CrossRamp> {
  const owner = { partnerId, userId: user.id, receiverId: zone === 'MX' ? undefined : newId(start) };
  const account = newBankAccount({ ...owner, id: bankAccountId, details: details[zone] }, start);
  const of = aCrossRamp({
    ...{ id: newId(start), partnerId, userId: user.id, bankAccountId },
    ...{ createdAtMs: start, updatedAtMs: start, deadlineMs: start + DAY },
    ...{ targetAmount: money(97_28n, zone === 'MX' ? 'MXN' : 'EUR') },
    targetBankAccount: { ...details[zone], isVerified: zone !== 'MX' },
  });
  const isSaved = (await findAccountRecord(bankAccountId)) !== undefined;
  const [claim, ...rest] = bankAccountCreationWrites(account);
  // The user's accounts all have the same number, so the test omits their uniqueness record (`claim`). Accounts of receivers have
  // the record, because every receiver is new.
  const writes = owner.receiverId === undefined ? rest : [claim, ...rest];
  await writeAtomically([...transactionCreationWrites(of), ...(isSaved ? [] : writes)].flatMap((write) => write ?? []));
  for (const trigger of ['DEPOSIT_RECEIVED', 'CONVERSION_STARTED', 'CONVERSION_COMPLETED'] as const)
    await applyEvent({ source: 'bank', eventId: trigger, transactionId: of.id, trigger, atMs: start });
  return of;
}

/** Runs the payout step `afterMs` milliseconds after the start. */
function takeStep({ id }: Transaction, afterMs = 0) {
  const { PK: pk, SK: sk } = payoutKey(id);
  const client = ({ url }: LoopbackProvider) =>
    providerClient({ url, apiKey: async () => 'provider-key-0123456789' }, LIMITS);
  return runStep(
    { v: 1, entity: 'PAYOUT', pk, sk, partnerId, dueAt: 0 },
    {
      ...noProviders,
      ...{ now: () => start + afterMs, stepMs: 0 },
      bankVerifier: () => httpBankVerifier(client(tests())),
      bankPayouts: () => httpBankPayouts(client(bank())),
    },
  );
}

const readCheck = async ({ bankAccountId = '' }: CrossRamp) => (await findAccountRecord(bankAccountId))?.payeeCheck;
const readStatus = async ({ id }: Transaction) => (await findTransaction(id))?.status;
const asked = () => tests().seen.length;
const paid = () => bank().seen.length;

const ends = {
  PAY: 'BANK_TRANSFER_PENDING',
  REVIEW: 'AWAITING_MANUAL_FIAT_TRANSFER',
  FAIL: 'CANCELLED',
} as const;
const payoutZones = ['MX', 'SEPA'] as const;

describe.each(payoutZones)('a payee in %s', (zone) => {
  it.each(
    unclearPayeeResults.flatMap((result) => [
      [result, payeePolicyFor(zone)[result], undefined] as const,
      ...payeeActions.map((action) => [result, action, { [zone]: { [result]: action } }] as const),
    ]),
  )('with the result %s leads to %s by %j', async (result, action, policies) => {
    await agree(policies);
    const of = await payout(zone);
    tests().response = responses[result];
    await takeStep(of);
    await takeStep(of);
    expect([await readStatus(of), asked(), paid()]).toEqual([ends[action], 1, action === 'PAY' ? 1 : 0]);
    const name = result === 'CLOSE_MATCH' ? BANK_NAME : undefined;
    expect(await readCheck(of)).toEqual({ result, name, atMs: start });
    const account = await findAccountRecord(of.bankAccountId ?? '');
    const failed = action === 'FAIL' ? 'FAILED' : 'PENDING';
    expect(account?.verificationStatus).toBe(zone === 'MX' ? failed : 'NOT_REQUIRED');
    const { reason } = (await readTimelineEntries(of.id)).at(-1) ?? {};
    expect(reason).toBe(action === 'REVIEW' ? 'PAYEE_NOT_CONFIRMED' : undefined);
    const { cancellationReason } = (await findTransaction(of.id)) ?? {};
    expect(cancellationReason).toBe(action === 'FAIL' ? 'NAME_VERIFICATION_FAILED' : undefined);
  });

  it.each([
    ['VERIFIED', 'MATCH', 'BANK_TRANSFER_PENDING'],
    ['FAILED', 'NO_MATCH', 'CANCELLED'],
  ])('with the status %s alone is a %s', async (status, result, end) => {
    const of = await payout(zone);
    tests().response = { status };
    await takeStep(of);
    await takeStep(of);
    expect([await readStatus(of), (await readCheck(of))?.result]).toEqual([end, result]);
  });

  it('that matched is not asked about again', async () => {
    const of = await payout(zone);
    tests().response = responses.MATCH;
    await takeStep(of);
    await takeStep(of);
    const next = await payout(zone, of.bankAccountId);
    await takeStep(next);
    expect([await readStatus(next), asked(), paid()]).toEqual(['BANK_TRANSFER_PENDING', 1, 2]);
  });

  it('whose bank is silent for a day is left to a person, with no result', async () => {
    const of = await payout(zone);
    tests().script.push('error-500', 'error-500');
    await takeStep(of);
    await takeStep(of, DAY);
    expect([await readStatus(of), await readCheck(of), paid()]).toEqual([ends.REVIEW, undefined, 0]);
  });

  it('is asked about with the same key after a crash, and by three runs at once is decided once', async () => {
    const of = await payout(zone);
    tests().response = responses.MATCH;
    tests().script.push('reset');
    await takeStep(of);
    await Promise.allSettled([takeStep(of, DAY / 2), takeStep(of, DAY / 2), takeStep(of, DAY / 2)]);
    expect(new Set(tests().seen.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([of.id]));
    expect(await readItem(payoutKey(of.id))).toMatchObject({ test: 'PASSED', payee: 'MATCH' });
    expect((await findAccountRecord(of.bankAccountId ?? ''))?.version).toBe(2);
  });
});

it('asks about the holder in the details of a euro account', async () => {
  const of = await payout('SEPA');
  await takeStep(of);
  expect(JSON.parse(tests().seen[0]?.text ?? '')).toEqual({
    ...{ testId: of.id, country: 'DE', accountIdentifier: 'DE89370400440532013000' },
    holder: { type: 'BUSINESS', businessName: 'ACME GmbH' },
  });
});

it.each([
  { status: 'VERIFIED', match: 'NO_MATCH' },
  { status: 'FAILED', match: 'MATCH' },
])('asks again after the contradicting response %j', async (response) => {
  const of = await payout('SEPA');
  tests().response = response;
  await takeStep(of);
  expect([await readStatus(of), await readCheck(of), paid()]).toEqual(['READY_BANK_TRANSFER', undefined, 0]);
});

it('keeps the name that the bank gave in the account alone', async () => {
  const [log, warn, error] = (['log', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
  const of = await payout('SEPA');
  tests().response = responses.CLOSE_MATCH;
  await takeStep(of);
  await takeStep(of);
  const { items } = await readRange({ partition: payoutKey(of.id).PK });
  const lines = [log, warn, error].flatMap((spy) => spy?.mock.calls ?? []);
  expect(
    JSON.stringify([items, lines], (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain(BANK_NAME);
  expect((await readCheck(of))?.name).toBe(BANK_NAME);
});
