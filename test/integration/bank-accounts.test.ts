import { describe, expect, it } from 'vitest';
import { type Answer, toProblem, usAccount } from '#local/partner/api-client';
import { findBankAccount } from '#shared/bank-accounts/repository';
import { findTransaction } from '#shared/transactions/repository';
import { accountDetails as details } from '#test/support/builders/account-details';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const partner = await running.newPartner();
const [userId, otherUser] = await Promise.all([partner.newUser(), partner.newUser()]);

const accounts = (user = userId) => `/banks/users/${user}/accounts`;
const save = (body: unknown, user = userId) => partner.post(accounts(user), body);
const unknown = [404, 'USER_BANK_INFO_NOT_FOUND', 'User bank information not found.'];
/** The stored account that a transaction is paid to. */
async function readPaidAccount({ body }: Answer) {
  const transaction = await findTransaction(body.data.id);
  if (transaction === undefined || transaction.kind === 'ON_RAMP') return undefined;
  return findBankAccount(transaction.bankAccountId ?? '');
}
const ids = (answer: Answer) => answer.body.data.data.map(({ id }: { id: string }) => id);

describe('a saved account', () => {
  it('at another bank is another account, and is the one paid', async () => {
    const user = await partner.verifiedUser();
    const first = (await save(details.US, user)).body.data;
    const second = (await save({ ...details.US, routingNumber: '026009593' }, user)).body.data;
    expect(second.id).not.toBe(first.id);
    expect([first.routingNumber, second.routingNumber]).toEqual(['021000021', '026009593']);
    expect((await save({ ...details.US, bankName: 'Another name' }, user)).body.data.id).toBe(first.id);
    const order = (overrides: Readonly<Record<string, unknown>>) =>
      partner.post('/cross-ramp', partner.crossRamp(user, { sourceAmount: 1500, ...overrides }));
    const inline = await order({ targetBankAccount: { ...usAccount, routingNumber: '026009593' } });
    expect(inline.status, inline.text).toBe(201);
    expect(await readPaidAccount(inline)).toMatchObject({ id: second.id });
    expect((await partner.get(accounts(user))).body.data.total).toBe(2);
    const dominican = (await save(details.DO, user)).body.data.id;
    expect((await save({ ...details.DO, bankName: 'Banreservas' }, user)).body.data.id).not.toBe(dominican);
  });

  it('is stored once per user and routing, also when ten requests come at once', async () => {
    const user = await partner.newUser();
    const answers = await Promise.all(Array.from({ length: 10 }, () => save(details.DE, user)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await partner.get(accounts(user))).body.data).toMatchObject({ count: 1, total: 1 });
    const spaced = await save({ ...details.DE, iban: 'de89 3704 0044 0532 0130 00' }, user);
    expect(spaced.body.data.id).toBe(answers[0]?.body.data.id);
    expect((await save(details.DE, otherUser)).body.data.id).not.toBe(spaced.body.data.id);
  });
});

describe('a deleted account', () => {
  it('is not listed, is unknown, and its details may be saved again', async () => {
    const user = await partner.newUser();
    const { id } = (await save(details.US, user)).body.data;
    const path = `${accounts(user)}/${id}`;
    const answers = await Promise.all(Array.from({ length: 5 }, () => partner.send('DELETE', path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    expect(answers.find(({ status }) => status === 200)?.body.data).toEqual({
      id,
      deletedAt: expect.any(String),
    });
    expect(toProblem(await partner.send('DELETE', path))).toEqual(unknown);
    expect((await partner.get(accounts(user))).body.data).toEqual({ count: 0, total: 0, data: [] });
    expect((await partner.get(`${accounts(user)}?id=${id}`)).body.data.count).toBe(0);
    const again = (await save(details.US, user)).body.data;
    expect(again.id).not.toBe(id);
    expect(ids(await partner.get(accounts(user)))).toEqual([again.id]);
  });
});
