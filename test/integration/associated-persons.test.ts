import { describe, expect, it } from 'vitest';
import { newBusiness } from '#test/support/business';
import { expectProblem } from '#test/support/expect-problem';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const partner = await running.newPartner();
const business = await newBusiness(partner);

describe('the shares of owners', () => {
  it('leave room again when an owner is removed', async () => {
    const room = await newBusiness(partner);
    const first = await room.addOwner({ ownershipPercent: 100 });
    expect((await partner.post(room.persons, room.owner({ ownershipPercent: 1 }))).status).toBe(400);
    await room.remove(first);
    expect((await partner.post(room.persons, room.owner({ ownershipPercent: 100 }))).status).toBe(201);
  });

  it('never exceed the whole, however many are added at once', async () => {
    const crowd = await newBusiness(partner);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => partner.post(crowd.persons, crowd.owner({ ownershipPercent: 30 }))),
    );
    for (const answer of answers) expect([201, 400, 409], answer.text).toContain(answer.status);
    const { data } = (await partner.get(crowd.persons)).body.data;
    expect(data.length).toBe(answers.filter(({ status }) => status === 201).length);
    expect(data.length).toBeGreaterThan(0);
    expect(data.length).toBeLessThanOrEqual(3);
  });
});

describe('the number of persons', () => {
  it('is fifty at most, and all of them can be asked at once', async () => {
    const large = await newBusiness(partner);
    for (let count = 0; count < 50; count += 1) await large.addOwner();
    expectProblem(
      await partner.post(large.persons, large.owner()),
      400,
      'BAD_REQUEST',
      'A business can have at most 50 associated persons',
    );
    const requested = await large.requestSignatures();
    expect(requested.status, requested.text).toBe(201);
    const urls = requested.body.data.data.map((entry: { signingUrl: string }) => entry.signingUrl);
    expect(new Set(urls).size).toBe(50);
    expect((await large.entries()).data.length).toBe(50);
  });
});

describe('a removed person', () => {
  it('is removed once, however many requests come', async () => {
    const person = await business.addOwner();
    const answers = await Promise.all(Array.from({ length: 8 }, () => business.remove(person)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    for (const { status } of answers) expect([200, 404, 409]).toContain(status);
  });
});
