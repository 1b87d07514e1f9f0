import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runStep } from '#functions/workers/run-step/run-step';
import { payoutKey, writingRegionKey } from '#shared/dynamodb/keys';
import { readItem } from '#shared/dynamodb/table';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { deleteItem, putItem } from '#shared/dynamodb/writes';
import type { Fence, WritingRegion } from '#shared/regions/domain/writing-region';
import { orderGate, promoted } from '#shared/regions/domain/writing-region';
import { continuationWrites } from '#shared/transactions/holds/continue-payout';
import { findTransaction, transactionCreationWrites } from '#shared/transactions/repository';
import { applyEvent } from '#shared/transactions/transitions/apply-event';
import { encodeUser } from '#shared/users/item';
import { newId } from '#shared/values/ids';
import { aCrossRamp } from '#test/support/builders/transactions';
import { aUser } from '#test/support/builders/users';
import { noProviders } from '#test/support/no-providers';
import { startedForTests } from '#test/support/started-for-tests';
import { startMemoryTable } from '#test/unit/delivery/table';

const MINUTE = 60_000;
const start = Date.now();
const [FIRST, SECOND] = ['us-east-1', 'us-west-2'];
const user = aUser({ kycStatus: 'VERIFIED' });
startedForTests(() => startMemoryTable(20261128));
beforeAll(() => writeAtomically([putItem(encodeUser(user))]));
beforeEach(async () => {
  vi.stubEnv('STAGE', 'production');
  vi.stubEnv('FIRST_WRITING_REGION', FIRST);
  vi.stubEnv('AWS_REGION', SECOND);
  await writeAtomically([deleteItem(writingRegionKey)]);
});

const fence: Fence = { kind: 'DENIED', reason: 'r', operator: 'o', atMs: start, isComplete: false };
const firstWrites: WritingRegion = { region: FIRST, epoch: 1, sinceMs: 0, fence: undefined, reviewBeforeMs: undefined };
const store = (record: Partial<WritingRegion>) =>
  writeAtomically([putItem({ ...writingRegionKey, entity: 'REGION', version: 1, ...firstWrites, ...record })]);

/** A cross-ramp that is ready to be paid. */
async function ready(): Promise<{ readonly id: string; readonly partnerId: string }> {
  const life = { createdAtMs: start, updatedAtMs: start, deadlineMs: start + 24 * 60 * MINUTE };
  const before = aCrossRamp({ id: newId(start), partnerId: user.partnerId, userId: user.id, ...life });
  await writeAtomically(transactionCreationWrites(before));
  for (const trigger of ['DEPOSIT_RECEIVED', 'CONVERSION_STARTED', 'CONVERSION_COMPLETED'] as const)
    await applyEvent({ source: 'bank', eventId: trigger, transactionId: before.id, trigger, atMs: start });
  return before;
}

const submitted: string[] = [];
beforeEach(() => void submitted.splice(0));
const bank = {
  submit: async ({ transactionId }: { readonly transactionId: string }) => {
    submitted.push(transactionId);
    return { reference: transactionId, status: 'PENDING' as const };
  },
  poll: async (reference: string) => ({ reference, status: 'PENDING' as const }),
};

/** Takes the payout's step some minutes after its beginning, as a message or the redrive does. */
async function takeStep({ id, partnerId }: { readonly id: string; readonly partnerId: string }, minutes = 0) {
  const { PK: pk, SK: sk } = payoutKey(id);
  const dependencies = { ...noProviders, now: () => start + minutes * MINUTE, stepMs: 0, bankPayouts: () => bank };
  return runStep({ v: 1, entity: 'PAYOUT', pk, sk, partnerId, dueAt: 0 }, dependencies);
}

describe('an order of a payout', () => {
  it.each([
    ['while the other Region writes', {}],
    ['while this Region is fenced', { region: SECOND, fence }],
  ])('does not leave %s, and nothing is stored', async (_, record) => {
    await store(record);
    const of = await ready();
    const [before, stored] = [await findTransaction(of.id), await readItem(payoutKey(of.id))];
    await takeStep(of);
    expect(submitted).toEqual([]);
    expect(await findTransaction(of.id)).toEqual(before);
    expect(await readItem(payoutKey(of.id))).toEqual(stored);
  });

  it('is held where the other Region may have made it, and goes out once after its release', async () => {
    await store({ region: SECOND, epoch: 2, reviewBeforeMs: start + MINUTE });
    const of = await ready();
    await takeStep(of);
    await takeStep(of, 1);
    expect(submitted).toEqual([]);
    const held = await findTransaction(of.id);
    expect(held?.hold).toBeDefined();
    const release = {
      source: 'operator',
      eventId: 'r',
      transactionId: of.id,
      trigger: 'HOLD_RELEASED',
      atMs: start + 2 * MINUTE,
    };
    await applyEvent({ ...release, trigger: 'HOLD_RELEASED' }, (_, after) =>
      continuationWrites(after, start + 2 * MINUTE),
    );
    await takeStep(of, 3);
    await takeStep(of, 4);
    expect(submitted).toEqual([of.id]);
  });

  it.each([
    ['that was created after the change', { region: SECOND, epoch: 2, reviewBeforeMs: start - 1 }],
    ['of a stage that was left in order', { region: SECOND, epoch: 2 }],
  ])('%s leaves at once', async (_, record) => {
    await store(record);
    const of = await ready();
    await takeStep(of);
    expect(submitted).toEqual([of.id]);
  });

  it('of a stage of one Region asks for no record', async () => {
    await store({});
    vi.stubEnv('FIRST_WRITING_REGION', '');
    const of = await ready();
    await takeStep(of);
    expect(submitted).toEqual([of.id]);
  });
});

describe('the writing Region', () => {
  const fenced = { ...firstWrites, fence };

  it('is another only once it was fenced', () => {
    expect(() => promoted(firstWrites, SECOND, start)).toThrow('fenced');
    expect(promoted(fenced, SECOND, start)).toMatchObject({ region: SECOND, epoch: 2, sinceMs: start });
  });

  it('asks about creations up to a minute after the change, and about none where all has arrived', () => {
    const { reviewBeforeMs } = promoted(fenced, SECOND, start + MINUTE);
    expect(reviewBeforeMs).toBe(start + 2 * MINUTE);
    const complete = { ...fenced, fence: { ...fence, isComplete: true } };
    expect(promoted(complete, SECOND, start).reviewBeforeMs).toBeUndefined();
    // An earlier doubt stays.
    expect(promoted({ ...complete, reviewBeforeMs: 5 }, SECOND, start).reviewBeforeMs).toBe(5);
  });

  it('asks once in an epoch', () => {
    const writing = { ...firstWrites, region: SECOND, epoch: 3, reviewBeforeMs: start };
    const asks = (reviewed: number | undefined, createdAtMs = start - 1) =>
      orderGate(writing, { here: SECOND, createdAtMs, reviewed });
    expect([asks(undefined), asks(2), asks(3), asks(undefined, start)]).toEqual(['REVIEW', 'REVIEW', 'OPEN', 'OPEN']);
  });
});
