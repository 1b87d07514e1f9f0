import { describe, expect, it } from 'vitest';
import { type Answer, usAccount } from '#local/partner/api-client';
import { findBankAccount } from '#shared/bank-accounts/repository';
import { findTransaction } from '#shared/transactions/repository';
import { accountDetails as details } from '#test/support/builders/account-details';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const partner = await running.newPartner();
const [userId, otherUser] = await Promise.all([partner.newUser(), partner.newUser()]);

const accounts = (user = userId) => `/banks/users/${user}/accounts`;
const save = (body: unknown, user = userId) => partner.post(accounts(user), body);
/** The stored account that a transaction is paid to. */
async function readPaidAccount({ body }: Answer) {
  const transaction = await findTransaction(body.data.id);
  if (transaction === undefined || transaction.kind === 'ON_RAMP') return undefined;
  return findBankAccount(transaction.bankAccountId ?? '');
}

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
