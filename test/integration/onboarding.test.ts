import { describe, expect, it } from 'vitest';
import { toProblem, until } from '#local/partner/api-client';
import { isRoutingNumber } from '#shared/bank-accounts/domain/account-numbers';
import { findOnboarding } from '#shared/bank-accounts/virtual-accounts/repository';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const partner = await running.newPartner();

const path = (userId: string) => `/banks/users/${userId}/banking-onboarding`;
const read = async (userId: string) => (await partner.get(`${path(userId)}?country=US`)).body.data;

describe('a user who is not verified', () => {
  it.each(['INDIVIDUAL', 'BUSINESS'] as const)('(%s) is answered what is missing and where', async (type) => {
    const userId = await partner.newUser({ type });
    const kind = type === 'BUSINESS' ? 'kyb' : 'kyc';
    const missing = {
      country: 'US',
      canRequest: false,
      status: 'NOT_STARTED',
      outstandingRequirements: [`${kind.toUpperCase()}_VERIFICATION`],
      kybUrl: null,
      virtualAccount: null,
    };
    expect(await read(userId)).toEqual(missing);
    const answer = await partner.post(path(userId), { country: 'US' });
    const { kybUrl } = answer.body.data;
    expect([answer.status, answer.body.data]).toEqual([201, { outcome: 'REQUIREMENTS_MISSING', kybUrl }]);
    expect((await fetch(kybUrl)).status).toBe(200);
    // The link stays the same while it is open, here and in every other answer.
    expect((await partner.post(path(userId))).body.data.kybUrl).toBe(kybUrl);
    expect(await read(userId)).toEqual({ ...missing, kybUrl });
    const link = await partner.post(`/users/${userId}/${kind}/verification-link`, { country: 'MX' });
    const newer = link.body.data[`${kind}Link`];
    expect(newer).not.toBe(kybUrl);
    expect((await read(userId)).kybUrl).toBe(newer);
  });

  it('gets one link when ten requests come at once', async () => {
    const userId = await partner.newUser();
    const answers = await Promise.all(Array.from({ length: 10 }, () => partner.post(path(userId))));
    const links = answers.filter(({ status }) => status === 201).map(({ body }) => body.data.kybUrl);
    expect(new Set(links).size).toBe(1);
  });
});

describe('a verified user', () => {
  it('gets an account, one status per step, and it is listed among the bank accounts', async () => {
    const userId = await partner.verifiedUser();
    expect(await read(userId)).toEqual({
      country: 'US',
      canRequest: true,
      status: 'NOT_STARTED',
      outstandingRequirements: [],
      kybUrl: null,
      virtualAccount: null,
    });
    const seen = new Set<string>();
    const started = await partner.post(`${path(userId)}?country=US`);
    expect([started.status, started.body.data]).toEqual([201, { outcome: 'SUBMITTED' }]);
    expect((await partner.post(path(userId), { country: 'US' })).body.data.outcome).toMatch(/^ALREADY_/);
    await until(async () => {
      const { status, canRequest } = await read(userId);
      seen.add(status);
      expect(canRequest).toBe(false);
      return status === 'COMPLETED';
    });
    expect([...seen].filter((status) => !['SUBMITTED', 'IN_REVIEW', 'COMPLETED'].includes(status))).toEqual([]);
    // One version per status: none was skipped.
    expect((await findOnboarding(userId))?.version).toBe(3);
    const { virtualAccount } = await read(userId);
    expect(virtualAccount).toMatchObject({
      userId,
      country: 'US',
      rampType: 'CROSS_RAMP',
      accountType: 'CHECKING',
      isVerified: true,
      verificationStatus: 'NOT_REQUIRED',
      accountHolder: { type: 'INDIVIDUAL', firstName: 'Ana', lastName: 'García', businessName: null },
    });
    expect(isRoutingNumber(virtualAccount.routingNumber)).toBe(true);
    const listed = (await partner.get(`/banks/users/${userId}/accounts?rampType=CROSS_RAMP`)).body.data;
    expect(listed).toEqual({ count: 1, total: 1, data: [virtualAccount] });
    expect((await partner.post(path(userId))).body.data).toEqual({ outcome: 'ALREADY_COMPLETED' });
    expect(toProblem(await partner.send('DELETE', `/banks/users/${userId}/accounts/${virtualAccount.id}`))).toEqual([
      400,
      'BAD_REQUEST',
      'A virtual account cannot be deleted',
    ]);
  });

  it('starts one onboarding when ten requests come at once', async () => {
    const userId = await partner.verifiedUser();
    const answers = await Promise.all(Array.from({ length: 10 }, () => partner.post(path(userId))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(answers.filter(({ body }) => body.data.outcome === 'SUBMITTED')).toHaveLength(1);
    await until(async () => (await read(userId)).status === 'COMPLETED');
    expect((await partner.get(`/banks/users/${userId}/accounts`)).body.data.count).toBe(1);
  });
});
