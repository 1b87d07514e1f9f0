import { describe, expect, it } from 'vitest';
import { newBankAccount } from '#shared/bank-accounts/domain/bank-account-record';
import {
  findBankAccount,
  findNewestReceiverAccount,
  payeeCheckWrites,
  saveInlineAccount,
  uniqueKeyForAccount,
} from '#shared/bank-accounts/repository';
import { readItem } from '#shared/dynamodb/table';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { newId } from '#shared/values/ids';
import { CLABE, accountDetails as details } from '#test/support/builders/account-details';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const partner = await running.newPartner();
const userId = await partner.newUser();

const accounts = (user = userId) => `/banks/users/${user}/accounts`;
const save = (body: unknown, user = userId) => partner.post(accounts(user), body);

describe('the accounts of a receiver', () => {
  it('are found by the newest that is not deleted', async () => {
    const receiver = { userId, receiverType: 'INDIVIDUAL', firstName: 'Eva', lastName: 'Ruiz' };
    const receiverId = (await partner.post('/receivers', receiver)).body.data.id;
    const path = `/banks/receivers/${receiverId}/accounts`;
    const first = (await partner.post(path, details.MX)).body.data;
    await new Promise((resolve) => setTimeout(resolve, 2));
    const second = (await partner.post(path, details.US)).body.data;
    const newest = async () => (await findNewestReceiverAccount(partner.partnerId, receiverId))?.id;
    expect(await newest()).toBe(second.id);
    expect((await partner.send('DELETE', `${path}/${second.id}`)).status).toBe(200);
    expect(await newest()).toBe(first.id);
  });
});

describe('inline details', () => {
  it('are saved once, in the same write as the transaction, with the outcome of the penny test', async () => {
    const user = await partner.newUser();
    const candidate = () =>
      newBankAccount(
        {
          id: newId(Date.now()),
          partnerId: partner.partnerId,
          userId: user,
          receiverId: undefined,
          details: { country: 'MX', accountIdentifier: CLABE, bankName: 'STP' },
          rampType: 'OFF_RAMP',
        },
        Date.now(),
      );
    const inline = async () => {
      const record = candidate();
      return saveInlineAccount(record, await readItem(uniqueKeyForAccount(record)));
    };
    const first = await inline();
    expect(first.verificationStatus).toBe('PENDING');
    await writeAtomically(first.writes);
    expect(await inline()).toEqual({
      bankAccountId: first.bankAccountId,
      verificationStatus: 'PENDING',
      writes: [],
    });
    expect((await save(details.MX, user)).body.data.id).toBe(first.bankAccountId);
    const results = { VERIFIED: { result: 'MATCH' }, FAILED: { result: 'NO_MATCH' } } as const;
    const storeOutcome = async (outcome: 'VERIFIED' | 'FAILED') => {
      const stored = await findBankAccount(first.bankAccountId);
      const writes =
        stored === undefined
          ? []
          : payeeCheckWrites(stored, { ...results[outcome], name: undefined, atMs: Date.now() }, outcome);
      if (writes.length > 0) await writeAtomically(writes);
    };
    await storeOutcome('FAILED');
    expect((await inline()).verificationStatus).toBe('FAILED');
    await storeOutcome('VERIFIED');
    expect((await inline()).verificationStatus).toBe('VERIFIED');
    await storeOutcome('FAILED');
    // The newest check counts.
    expect(await findBankAccount(first.bankAccountId)).toMatchObject({ verificationStatus: 'FAILED', version: 4 });
    await storeOutcome('VERIFIED');
    const [listed] = (await partner.get(accounts(user))).body.data.data;
    expect(listed).toMatchObject({
      id: first.bankAccountId,
      isVerified: true,
      verificationStatus: 'VERIFIED',
      verifiedAt: expect.any(String),
      payeeCheck: { result: 'MATCH', name: null, at: expect.any(String) },
    });
  });
});
