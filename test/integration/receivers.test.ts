import { describe, expect, it } from 'vitest';
import { toProblem, usAccount } from '#local/partner/api-client';
import { findBankAccount } from '#shared/bank-accounts/repository';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const partner = await running.newPartner();
const [userId, otherUser] = await Promise.all([partner.newUser(), partner.newUser()]);

const person = {
  receiverType: 'INDIVIDUAL',
  email: 'eva@example.com',
  taxId: 'RUEE900517AB1',
  firstName: 'Eva',
  lastName: 'Ruiz',
  countryOfBirth: 'Mexico',
  dateOfBirth: '1990-05-17',
  phoneNumber: '+525512345678',
};

const create = (body: Readonly<Record<string, unknown>>) => partner.post('/receivers', { userId, ...body });
const noReceiver = [404, 'RECEIVER_NOT_FOUND', 'Receiver not found.'];

describe('the accounts of a deleted receiver', () => {
  const account = (index: number) => ({
    country: 'US',
    ...usAccount,
    accountIdentifier: `1000${index}`,
  });

  it('are deleted with it, however many there are, and cannot be paid by their ids', async () => {
    const user = await partner.verifiedUser();
    const { id } = (await create({ ...person, userId: user })).body.data;
    const path = `/banks/receivers/${id}/accounts`;
    const ids: string[] = [];
    for (let index = 0; index < 43; index += 1) ids.push((await partner.post(path, account(index))).body.data.id);
    const pay = (targetBankAccountId: string | undefined) =>
      partner.post(
        '/cross-ramp',
        partner.crossRamp(user, { targetBankAccount: undefined, targetBankAccountId, sourceAmount: 1500 }),
      );
    expect((await pay(ids[0])).status).toBe(201);
    expect((await partner.send('DELETE', `/receivers/${id}`)).status).toBe(200);
    for (const index of [0, 19, 20, 42]) {
      expect(toProblem(await pay(ids[index]))).toEqual([
        404,
        'USER_BANK_INFO_NOT_FOUND',
        'User bank information not found.',
      ]);
    }
    expect((await Promise.all(ids.map(findBankAccount))).filter((one) => one !== undefined)).toEqual([]);
  });

  it('include none that was added while it was deleted', async () => {
    const { id } = (await create({ ...person, userId: otherUser })).body.data;
    const path = `/banks/receivers/${id}/accounts`;
    const add = (index: number) => partner.post(path, account(index));
    await Promise.all([add(0), add(1)]);
    const [removed, ...added] = await Promise.all([
      partner.send('DELETE', `/receivers/${id}`),
      ...Array.from({ length: 8 }, (_, index) => add(index + 2)),
    ]);
    // A deletion that met too many additions is answered as such, and is repeated.
    if (removed?.status !== 200) expect((await partner.send('DELETE', `/receivers/${id}`)).status).toBe(200);
    for (const answer of added) expect([201, 404, 409]).toContain(answer.status);
    const ids = added.flatMap(({ status, body }) => (status === 201 ? [body.data.id] : []));
    expect((await Promise.all(ids.map(findBankAccount))).filter((one) => one !== undefined)).toEqual([]);
    expect(toProblem(await add(99))).toEqual(noReceiver);
  });
});
