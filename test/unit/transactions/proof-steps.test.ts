import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { advanceProof } from '#functions/workers/run-step/advance-proof';
import { toChange } from '#shared/changes/to-change';
import { proofKey, transactionKey } from '#shared/dynamodb/keys';
import { readItem } from '#shared/dynamodb/table';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';
import { providerClient } from '#shared/platform/providers/client';
import { httpPaymentProofs } from '#shared/providers/payouts';
import type { TransactionEvent } from '#shared/transactions/domain/apply';
import type { ProofSide } from '#shared/transactions/domain/rails/proof';
import { nextPublication } from '#shared/transactions/domain/rails/proof-schedule';
import { shownRails } from '#shared/transactions/domain/rails/shown-rails';
import { findTransaction, transactionCreationWrites } from '#shared/transactions/repository';
import { applyEvent } from '#shared/transactions/transitions/apply-event';
import { encodeUser } from '#shared/users/item';
import { newId } from '#shared/values/ids';
import { money } from '#shared/values/money/money';
import { anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { aUser } from '#test/support/builders/users';
import { loopbackProviderForTests } from '#test/support/servers/loopback-provider';
import { startedForTests } from '#test/support/started-for-tests';
import { startMemoryTable } from '#test/unit/delivery/table';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LIMITS = { attemptTimeoutMs: 5000, budgetMs: 60_000, maxAttempts: 1, maxBytes: 16_384 };
/** Noon in Mexico City. */
const start = Date.UTC(2026, 0, 15, 18);
const url = 'https://proofs.example.com/cep/17';
const checks = { signature: true, operation: true, name: false };
const spei = { type: 'SPEI', reference: 'NU39A1B2C3' };

const provider = loopbackProviderForTests();
startedForTests(() => startMemoryTable(20261127));
const user = aUser({ firstName: 'Eva', lastName: 'Sol', kycStatus: 'VERIFIED' });
beforeAll(() => writeAtomically([putItem(encodeUser(user))]));
beforeEach(() => {
  vi.stubEnv('STAGE', 'production');
  vi.stubEnv('PAYMENT_PROOFS', 'ON');
  provider().response = { status: 'PENDING' };
});

const fresh = () => ({
  ...{ id: newId(start), partnerId: user.partnerId, userId: user.id },
  ...{ createdAtMs: start, updatedAtMs: start, deadlineMs: start + DAY },
});

function report(transactionId: string, event: Omit<TransactionEvent, 'atMs'>) {
  return applyEvent({ source: 'bank', eventId: event.trigger, transactionId, atMs: start, ...event });
}

/** Creates an off-ramp with a completed SPEI payout. */
async function paidOut(): Promise<string> {
  const before = anOffRamp(fresh());
  await writeAtomically(transactionCreationWrites(before));
  for (const trigger of ['EXECUTE', 'DEPOSIT_RECEIVED', 'RECEIPT_CONFIRMED', 'CONVERSION_COMPLETED'] as const)
    await report(before.id, { trigger });
  await report(before.id, { trigger: 'PAYOUT_SUBMITTED', rail: spei });
  expect(await proofOf(before.id)).toBeUndefined();
  await report(before.id, { trigger: 'PAYOUT_COMPLETED' });
  return before.id;
}

const found = async (id: string) => (await findTransaction(id)) ?? expect.fail('no transaction');
const railOf = async (id: string, side: ProofSide) => {
  const { deposit, payout } = shownRails(await found(id));
  return side === 'DEPOSIT' ? deposit : payout;
};
const proofOf = async (id: string, side: ProofSide = 'PAYOUT') => {
  const rail = await railOf(id, side);
  return rail !== null && 'proof' in rail ? rail.proof : undefined;
};
const lookUpOf = (id: string, side: ProofSide = 'PAYOUT') => readItem(proofKey(id, side));
const stepAt = async (id: string) => Number((await lookUpOf(id))?.stepAt ?? Number.NaN);

function messageOf(id: string, side: ProofSide = 'PAYOUT') {
  const { PK: pk, SK: sk } = proofKey(id, side);
  return { v: 1, entity: 'PROOF', pk, sk, partnerId: user.partnerId, dueAt: 0 } as const;
}

/**
 * Looks up a proof.
 * @param atMs time of the look-up. @default the due time
 */
async function take(id: string, atMs?: number, side: ProofSide = 'PAYOUT') {
  const dueMs = Number((await lookUpOf(id, side))?.stepAt ?? start + DAY);
  const client = providerClient({ url: provider().url, apiKey: async () => 'provider-key-0123456789' }, LIMITS);
  return advanceProof(
    messageOf(id, side),
    () => atMs ?? dueMs,
    () => httpPaymentProofs(client),
  );
}

describe('the proof of a SPEI transfer', () => {
  it.each([
    ['production', undefined, undefined],
    ['sandbox', undefined, { status: 'VALID', url: null }],
    ['sandbox', 'OFF', undefined],
  ])('costs nothing in a %s without a provider', async (stage, setting, proof) => {
    vi.stubEnv('STAGE', stage);
    vi.stubEnv('PAYMENT_PROOFS', setting);
    const before = anOnRamp(fresh());
    await writeAtomically(transactionCreationWrites(before));
    await report(before.id, { trigger: 'DEPOSIT_RECEIVED', rail: spei });
    expect(await proofOf(before.id, 'DEPOSIT')).toEqual(proof);
    expect(await lookUpOf(before.id, 'DEPOSIT')).toBeUndefined();
  });

  it('is looked up from the completion of a payout on, by what the transaction knows of it', async () => {
    const id = await paidOut();
    expect(await proofOf(id)).toEqual({ status: 'PENDING', url: null });
    expect(await lookUpOf(id)).toMatchObject({ entity: 'PROOF', calls: 0, stepAt: start + MINUTE });
    expect(await lookUpOf(id)).not.toHaveProperty('outbox');
    await take(id);
    const [{ path, text } = expect.fail('not asked')] = provider().seen;
    expect([path, JSON.parse(text)]).toEqual([
      '/v1/proofs/search',
      {
        ...{ trackingKey: spei.reference, date: '2026-01-15', amount: '903.60', currency: 'MXN' },
        receiver: { account: '646180110400000007', bankName: 'STP' },
      },
    ]);
  });

  it('is looked up from a deposit on, with the whole amount that arrived', async () => {
    const before = anOnRamp(fresh());
    await writeAtomically(transactionCreationWrites(before));
    await report(before.id, { trigger: 'DEPOSIT_RECEIVED', rail: spei, amount: money(1000_50n, 'MXN') });
    provider().response = { status: 'VALID', url };
    await take(before.id, start + HOUR, 'DEPOSIT');
    expect(JSON.parse(provider().seen[0]?.text ?? '')).toMatchObject({ amount: '1000.50' });
    expect(await proofOf(before.id, 'DEPOSIT')).toEqual({ status: 'VALID', url });
  });

  it('is not looked up for other rails, nor where no reference was reported', async () => {
    const before = anOnRamp(fresh());
    await writeAtomically(transactionCreationWrites(before));
    await report(before.id, { trigger: 'DEPOSIT_RECEIVED' });
    await report(before.id, { trigger: 'CONVERSION_STARTED' });
    await report(before.id, { trigger: 'PAYOUT_COMPLETED', transactionHash: `0x${'a'.repeat(64)}` });
    expect((await found(before.id)).status).toBe('COMPLETED');
    expect(await Promise.all([lookUpOf(before.id), lookUpOf(before.id, 'DEPOSIT')])).toEqual([undefined, undefined]);
  });

  it.each(['VALID', 'RETURNED'] as const)(
    'is kept once it is %s, shown in the feed, and never asked for again',
    async (status) => {
      const id = await paidOut();
      const before = await found(id);
      provider().response = { status, url, checks };
      await take(id);
      const after = await found(id);
      expect(after).toMatchObject({ version: before.version + 1, sequence: before.sequence, status: 'COMPLETED' });
      expect(after.payoutRail).toMatchObject({ ...spei, proof: { status, url, checks } });
      const [item, lookUp] = await Promise.all([readItem(transactionKey(id)), lookUpOf(id)]);
      const change = toChange({ before: { version: before.version }, after: item ?? {}, atMs: start });
      expect(JSON.parse(change?.resource ?? '')).toMatchObject({ rails: { payout: { proof: { status, url } } } });
      expect(lookUp).not.toHaveProperty('dueAt');
      await take(id);
      expect([provider().seen.length, (await found(id)).version]).toEqual([1, after.version]);
    },
  );

  it('P03: is asked for at growing intervals in the hours of publication, and is unavailable after seven days', async () => {
    const id = await paidOut();
    const asked: number[] = [];
    for (let dueMs = await stepAt(id); !Number.isNaN(dueMs); dueMs = await stepAt(id)) {
      expect(nextPublication(dueMs)).toBe(dueMs);
      // Every third step starts two minutes late, because the redrive can be late.
      const atMs = dueMs + (asked.length % 3 === 0 ? 2 * MINUTE : 0);
      const before = provider().seen.length;
      if (asked.length % 2 === 1) provider().script.push('error-500');
      await take(id, atMs);
      if (provider().seen.length > before) asked.push(atMs);
    }
    expect(await proofOf(id)).toEqual({ status: 'UNAVAILABLE', url: null });
    const span = (asked.at(-1) ?? 0) - start;
    expect(span >= 7 * DAY && span < 8 * DAY, String(span)).toBe(true);
    expect(asked.length).toBeGreaterThan(15);
    expect(asked.length).toBeLessThan(45);
    expect(new Set(provider().seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(asked.length);
  });

  it('P05: is due again where the provider was taken out of the settings, and is unavailable in the end', async () => {
    const id = await paidOut();
    const firstMs = await stepAt(id);
    await advanceProof(messageOf(id), () => firstMs);
    expect(await proofOf(id)).toEqual({ status: 'PENDING', url: null });
    expect(await stepAt(id)).toBeGreaterThan(firstMs);
    await advanceProof(messageOf(id), () => nextPublication(start + 8 * DAY));
    expect(await proofOf(id)).toEqual({ status: 'UNAVAILABLE', url: null });
  });

  it('P04: is not asked for at night', async () => {
    const id = await paidOut();
    const night = Date.UTC(2026, 0, 16, 5);
    await take(id, night);
    expect([provider().seen, await stepAt(id)]).toEqual([[], Date.UTC(2026, 0, 16, 15, 30)]);
  });

  it.each([
    { status: 'VALID', url: 'http://proofs.example.com/1' },
    { status: 'VALID', url: 'javascript:alert(1)' },
    { status: 'VALID', url: `https://proofs.example.com/${'a'.repeat(1000)}` },
    { status: 'VALID', url, checks: { signature: false } },
    { status: 'RETURNED', checks: { operation: false } },
    { status: 'UNAVAILABLE' },
  ])('is not taken from %j', async (response) => {
    const id = await paidOut();
    provider().response = response;
    await take(id);
    expect(await proofOf(id)).toEqual({ status: 'PENDING', url: null });
    expect(await stepAt(id)).toBe(start + 3 * MINUTE);
  });

  it('P01: is asked for again after a crash between the response and its write', async () => {
    const id = await paidOut();
    provider().response = { status: 'VALID', url };
    globalThis.atCrashPoint = () => {
      throw new Error('Crash');
    };
    await expect(take(id)).rejects.toThrow('Crash');
    globalThis.atCrashPoint = undefined;
    expect(await proofOf(id)).toMatchObject({ status: 'PENDING' });
    await take(id);
    expect(await proofOf(id)).toEqual({ status: 'VALID', url });
  });

  it('P02: is written once by runs at the same time, and loses no event of the bank', async () => {
    const id = await paidOut();
    const { version } = await found(id);
    provider().response = { status: 'VALID', url };
    const dueMs = await stepAt(id);
    const returned = () =>
      report(id, { trigger: 'PAYOUT_RETURNED', reason: 'ACCOUNT_CLOSED', amount: money(903_60n, 'MXN') });
    await Promise.all([take(id, dueMs), returned(), take(id, dueMs), take(id, dueMs)]);
    const after = await found(id);
    expect(after).toMatchObject({ version: version + 2, payoutReturn: { reason: 'ACCOUNT_CLOSED' } });
    expect(after.payoutRail?.proof).toMatchObject({ status: 'VALID', url });
  });
});
