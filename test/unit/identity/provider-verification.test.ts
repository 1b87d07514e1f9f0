import { beforeEach, describe, expect, it, vi } from 'vitest';
import { duePartition } from '#shared/dynamodb/keys';
import { saveDecision, saveVerificationStart } from '#shared/identity/repository';
import { toDisplayNames, toLegalNames } from '#shared/users/domain/user';
import { anIdentityVerification } from '#test/support/builders/users';
import {
  API_KEY,
  DAY,
  HOUR,
  MINUTE,
  nextStepAfter,
  productionForTests,
  readEvents,
  readStored,
  readUser,
  readVerification,
  submitted,
  takeStep,
} from '#test/unit/identity/production-world';

const world = productionForTests();

describe('a submission', () => {
  it('is due at once, and stores the reference and the time of the first poll', async () => {
    const of = await submitted({
      submission: { firstName: 'Eva' },
      files: [
        {
          field: 'selfieUrl',
          key: 'people/u/kyc/v/selfieUrl',
          contentType: 'image/png',
          size: 1,
          sha256: 'a',
        },
      ],
    });
    expect(await readStored(of)).toMatchObject({ outbox: 'OPEN', stepAt: of.verification.submittedAtMs });
    expect(await takeStep(of, 0)).toBe('done');
    expect(await readVerification(of)).toMatchObject({
      status: 'IN_PROGRESS',
      version: 1,
      provider: { reference: 'case-1', calls: 0 },
    });
    expect(await nextStepAfter(of)).toBe(10 * MINUTE);
    // The step is due in ten minutes, so no message follows the write. The redrive then finds the step in the index of due items.
    expect(await readStored(of)).toMatchObject({ duePk: duePartition(of.verification.id) });
    expect(await readStored(of)).not.toHaveProperty('outbox');
    const [{ headers, text } = { headers: {}, text: '{}' }] = world().provider.seen;
    expect(headers).toMatchObject({
      authorization: `Bearer ${API_KEY}`,
      'idempotency-key': of.verification.id,
    });
    const [file] = JSON.parse(text).files;
    expect(file.url).toMatch(/people\/u\/kyc\/v\/selfieUrl\?.*X-Amz-Expires=900.*X-Amz-Signature=[0-9a-f]{64}/);
    // A duplicate message does not poll the provider again.
    expect(await takeStep(of, 1)).toBe('done');
    expect(world().provider.seen).toHaveLength(1);
  });

  it('may be decided at once', async () => {
    const of = await submitted();
    world().provider.response = {
      status: 'REJECTED',
      reference: 'case-1',
      lastName: 'SOL',
      rejectionReasons: ['BLURRED'],
    };
    await takeStep(of, 0);
    expect(await readVerification(of)).toMatchObject({ status: 'REJECTED', rejectionReasons: ['BLURRED'] });
    expect(await readUser(of)).toMatchObject({ kycStatus: 'REJECTED', lastName: 'SOL' });
    expect(await nextStepAfter(of)).toBeUndefined();
    expect(await readEvents(of)).toEqual(['CREATED_KYC', 'REJECTED_KYC']);
    // A further step does not call the provider.
    expect(await takeStep(of, HOUR)).toBe('done');
    expect(world().provider.seen).toHaveLength(1);
  });

  it('that is not accepted is retried, with growing waits, until it is', async () => {
    const of = await submitted();
    const waits: unknown[] = [];
    let afterMs = 0;
    for (let round = 0; round < 9; round += 1) {
      world().provider.script.push('refuse');
      await takeStep(of, afterMs);
      const next = (await nextStepAfter(of)) ?? 0;
      waits.push((next - afterMs) / MINUTE);
      // One second before its due time, the step does not call the provider.
      const calls = world().provider.seen.length;
      expect(await takeStep(of, next - 1000)).toBe('done');
      expect(world().provider.seen).toHaveLength(calls);
      afterMs = next;
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    await takeStep(of, afterMs);
    expect((await readVerification(of)).provider).toEqual({ reference: 'case-1', calls: 0 });
    expect(new Set(world().provider.seen.map(({ headers }) => headers['idempotency-key']))).toEqual(
      new Set([of.verification.id]),
    );
  });

  it.each([1, 2, 3, 4])(
    'by three runs at once has one key at the provider, and is stored once, in order %i',
    async () => {
      const of = await submitted();
      await Promise.all([takeStep(of, 0), takeStep(of, 0), takeStep(of, 0)]);
      expect((await readVerification(of)).provider).toEqual({ reference: 'case-1', calls: 0 });
      expect(await readEvents(of)).toEqual(['CREATED_KYC']);
    },
  );

  it('is never simulated where no provider is configured', async () => {
    vi.stubEnv('VERIFICATION_URL', '');
    const of = await submitted();
    await takeStep(of, 0);
    expect(await readVerification(of)).toMatchObject({ status: 'IN_PROGRESS', provider: { calls: 1 } });
    expect(await nextStepAfter(of)).toBe(MINUTE);
  });
});

describe('the sandbox', () => {
  beforeEach(() => {
    vi.stubEnv('VERIFICATION_URL', '');
    vi.stubEnv('STAGE', 'sandbox');
  });

  it('does not change a verification that was decided before its step', async () => {
    const of = await submitted();
    const decided = { status: 'REJECTED', rejectionReasons: [] } as const;
    await saveDecision(await readUser(of), of.verification, {
      decision: decided,
      atMs: of.verification.submittedAtMs,
    });
    const before = [await readUser(of), await readVerification(of)];
    expect(await takeStep(of, 0)).toBe('done');
    expect([await readUser(of), await readVerification(of)]).toEqual(before);
  });
});

describe('a provider that does not decide', () => {
  it('is polled after ten minutes, then hourly, and after seven days manual review is needed', async () => {
    const of = await submitted();
    await takeStep(of, 0);
    expect(await nextStepAfter(of)).toBe(10 * MINUTE);
    await takeStep(of, 10 * MINUTE);
    expect(world().provider.seen.at(-1)).toMatchObject({ method: 'GET', path: '/v1/verifications/case-1' });
    expect(await nextStepAfter(of)).toBe(10 * MINUTE + HOUR);
    world().provider.script.push('refuse');
    await takeStep(of, 10 * MINUTE + HOUR);
    expect(await nextStepAfter(of)).toBe(10 * MINUTE + 2 * HOUR);
    await takeStep(of, 7 * DAY - 1);
    expect((await readVerification(of)).status).toBe('IN_PROGRESS');
    await takeStep(of, 7 * DAY + HOUR);
    expect(await readVerification(of)).toMatchObject({
      status: 'REVIEW_NEEDED',
      rejectionReasons: ['PROVIDER_SILENT'],
    });
    expect(await readEvents(of)).toEqual(['CREATED_KYC', 'REVIEW_NEEDED_KYC']);
    expect(await nextStepAfter(of)).toBeUndefined();
  });

  it('is read when it decides late', async () => {
    const of = await submitted();
    await takeStep(of, 0);
    world().provider.response = { status: 'VERIFIED', reference: 'case-1', firstName: 'EVA' };
    await takeStep(of, 8 * DAY);
    expect(await readUser(of)).toMatchObject({ kycStatus: 'VERIFIED', firstName: 'EVA' });
  });
});

it('keeps the name that was verified last, whatever is submitted later', async () => {
  const of = await submitted({ submission: { firstName: 'Eva', lastName: 'Soll' } });
  expect(toDisplayNames(await readUser(of))).toEqual({ firstName: 'Eva', lastName: 'Soll' });
  world().provider.response = { status: 'VERIFIED', reference: 'case-1', firstName: 'EVA', lastName: 'SOL' };
  await takeStep(of, 0);
  expect(toLegalNames(await readUser(of))).toEqual({ firstName: 'EVA', lastName: 'SOL' });

  const rejected = { status: 'REJECTED', rejectionReasons: [], lastName: 'LUNA' } as const;
  const verified = await readVerification(of);
  expect(await saveDecision(await readUser(of), verified, { decision: rejected, atMs: Date.now() })).toBeDefined();
  const other = anIdentityVerification(of.user, { submission: { firstName: 'Ana', lastName: 'Paz' } });
  expect(await saveVerificationStart(await readUser(of), other, { stepAtMs: undefined })).toBe(true);
  const user = await readUser(of);
  expect([toDisplayNames(user), toLegalNames(user)]).toEqual([
    { firstName: 'Ana', lastName: 'Paz' },
    { firstName: 'EVA', lastName: 'SOL' },
  ]);
});
