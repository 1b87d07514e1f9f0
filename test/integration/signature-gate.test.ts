import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '#local/partner/api-client';
import { type Business, verifiedBusiness } from '#test/support/business';
import { expectProblem } from '#test/support/expect-problem';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const partner = await running.newPartner();

describe('the check of signatures', () => {
  const REFUSAL = 'All beneficial owners must sign before this transaction can be created.';
  let business: Business;
  beforeAll(async () => {
    business = await verifiedBusiness(partner);
  });
  const create = (overrides: Readonly<Record<string, unknown>> = {}) =>
    partner.post('/cross-ramp', partner.crossRamp(business.userId, { sourceAmount: 1500, ...overrides }));
  const intoPesos = {
    sourceCurrency: 'USD',
    targetCurrency: 'MXN',
    sourceAmount: 100,
    targetBankAccount: { accountIdentifier: '646180110400000007' },
  };
  const withoutPesos = {
    sourceCurrency: 'USD',
    targetCurrency: 'EUR',
    sourceAmount: 100,
    targetBankAccount: {
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      bankName: 'Bank',
      accountHolder: { businessName: 'ACME' },
    },
  };
  const open = async () => {
    for (const order of [{}, intoPesos, withoutPesos]) {
      const answer = await create(order);
      expect(answer.status, answer.text).toBe(201);
    }
  };
  const closed = async () => {
    for (const order of [{}, intoPesos])
      expectProblem(await create(order), 403, 'SIGNATURE_REQUIREMENT_NOT_MET', REFUSAL);
    expect((await create(withoutPesos)).status).toBe(201);
  };

  it('passes while there is no owner', async () => {
    await business.addOwner({ role: 'DIRECTOR' });
    await open();
  });

  it('fails until every owner has signed, and again with each new owner', async () => {
    const first = await business.addOwner();
    await closed();
    const second = await business.addOwner();
    await business.requestSignatures();
    await closed();
    await business.sign(first);
    await closed();
    await business.sign(second);
    await open();
    const third = await business.addOwner();
    expect(await business.findEntry(third)).not.toHaveProperty('status');
    await closed();
    await business.requestSignatures();
    await business.expire(third);
    await closed();
    await business.remove(third);
    await open();
  });

  it('still passes when an owner who has signed is removed', async () => {
    const owner = await business.signedOwner();
    await open();
    await business.remove(owner);
    await open();
  });

  it('holds when creations race with the last signature or with a new owner', async () => {
    const before = (await partner.get(`/transactions?userId=${business.userId}`)).body.data.count;
    let accepted = 0;
    const race = async (change: () => Promise<Answer>) => {
      const answers = await Promise.all([create(), change(), create(), create()]);
      expect(answers[1]?.status).toBeLessThan(300);
      for (const { status, text } of [answers[0], answers[2], answers[3]]) {
        expect([201, 403], text).toContain(status);
        if (status === 201) accepted += 1;
      }
    };
    for (let round = 0; round < 4; round += 1) {
      await race(() => partner.post(business.persons, business.owner()));
      expectProblem(await create(), 403, 'SIGNATURE_REQUIREMENT_NOT_MET', REFUSAL);
      await business.requestSignatures();
      const [waiting] = (await business.entries('?status=PENDING')).data;
      await race(() => business.sign(waiting.associatedPersonId));
      expect((await create()).status).toBe(201);
      accepted += 1;
    }
    const after = (await partner.get(`/transactions?userId=${business.userId}`)).body.data.count;
    expect(after - before).toBe(accepted);
  });
});
