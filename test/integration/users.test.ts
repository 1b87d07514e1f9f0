import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Answer } from '#local/partner/api-client';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { allItems } from '#test/support/table-census';

const running = await sharedStack();
const partner = await running.newPartner();

const address = () => `user-${randomUUID()}@example.com`;
const patch = (userId: string, body: unknown): Promise<Answer> => partner.send('PATCH', `/users/${userId}`, body);
const read = async (userId: string) => (await partner.get(`/users/${userId}`)).body.data;
/** Ids of the users that a list shows. */
const listed = async (query: Readonly<Record<string, string>>, client = partner): Promise<string[]> => {
  const answer = await client.get(`/users?${new URLSearchParams(query)}`);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.data.count).toBe(answer.body.data.data.length);
  return answer.body.data.data.map(({ id }: { id: string }) => id);
};
const conflict = (field: string, userId: string) => ({
  success: false,
  code: 'CONFLICT',
  message: 'A user with these details already exists',
  errors: [{ field, message: `Already used by user ${userId}` }],
  details: { userId },
});

describe('an address and an external id', () => {
  it.each(['email', 'externalUserId'])('(%s) are taken by one of ten who want them at once', async (field) => {
    const wanted = address();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        partner.post('/users', {
          type: 'INDIVIDUAL',
          email: address(),
          // Addresses are equal in any letter case.
          [field]: field === 'email' && index % 2 === 1 ? wanted.toUpperCase() : wanted,
        }),
      ),
    );
    const [winner, ...more] = answers.filter(({ status }) => status === 201);
    expect([winner === undefined, more.length]).toEqual([false, 0]);
    const { userId } = winner?.body.data ?? {};
    for (const { status, body } of answers.filter((answer) => answer !== winner)) {
      expect(status).toBe(409);
      expect(body).toMatchObject(conflict(field, userId));
    }
    expect(await listed({ [field]: wanted })).toEqual([userId]);
    const claims = (await allItems(running.stack, partner.partnerId)).filter(
      (item) => item.userId === userId && item.entity === 'UNIQUE',
    );
    expect(claims).toHaveLength(field === 'email' ? 1 : 2);
  });

  it('and names count as absent when they are blank', async () => {
    const userId = await partner.newUser({
      type: 'BUSINESS',
      alias: ' ',
      businessName: '\u00a0',
      externalUserId: '',
    });
    expect(await read(userId)).toMatchObject({ alias: null, businessName: null, externalUserId: null });
  });
});

describe('changing a user', () => {
  it('leaves two users who swap at once as they were', async () => {
    const [one, other] = [address(), address()];
    const first = await partner.newUser({ email: one });
    const second = await partner.newUser({ email: other });
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all([patch(first, { email: other }), patch(second, { email: one })]);
      expect(answers.map(({ status }) => status)).toEqual([409, 409]);
    }
    expect([(await read(first)).email, (await read(second)).email]).toEqual([one, other]);
    expect([await listed({ email: one }), await listed({ email: other })]).toEqual([[first], [second]]);
  });

  it('applies all of several at once, and leaves one unique key of each kind', async () => {
    const userId = await partner.newUser();
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        patch(userId, { email: address(), externalUserId: `${userId}-${index}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const now = await read(userId);
    expect(now.version).toBe(5);
    expect(await listed({ email: now.email, externalUserId: now.externalUserId })).toEqual([userId]);
    const claims = (await allItems(running.stack, partner.partnerId)).filter(
      (item) => item.userId === userId && item.entity === 'UNIQUE',
    );
    expect(claims).toHaveLength(2);
  });
});
