import { describe, expect, it } from 'vitest';
import { toProblem } from '#local/partner/api-client';
import { newBankAccount } from '#shared/bank-accounts/domain/bank-account-record';
import {
  findBankAccount,
  findNewestReceiverAccount,
  saveInlineAccount,
  uniqueKeyForAccount,
  verificationOutcomeWrites,
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

describe('requirements', () => {
  it.each([
    ['MX', ['accountIdentifier']],
    ['DO', ['accountIdentifier', 'bankName', 'accountType', 'documentIdentifier', 'documentType']],
    ['US', ['accountIdentifier', 'bankName', 'routingNumber', 'accountHolder', 'address']],
    ['FR', ['iban', 'bic', 'bankName', 'accountHolder']],
    ['HK', ['accountIdentifier', 'bankName', 'accountType', 'accountHolder', 'address']],
  ])('of %s are the schema that validates its details', async (country, required) => {
    const answer = await partner.get(`/banks/requirements?country=${country}&targetRail=SWIFT`);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
    });
    expect(answer.body.data.required.toSorted()).toEqual(required.toSorted());
  });

  it('give the format of a CLABE', async () => {
    const { properties } = (await partner.get('/banks/requirements?country=MX')).body.data;
    expect(properties.accountIdentifier).toEqual({ type: 'string', pattern: '^[0-9]{18}$', maxLength: 18 });
  });

  it.each(['', 'country=BR', 'country=US&targetRail=TRAIN'])('refuse "%s"', async (query) => {
    expect(toProblem(await partner.get(`/banks/requirements?${query}`))).toEqual([
      400,
      'INVALID_USER_INPUT_ERROR',
      'Invalid User Input',
    ]);
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
    const storeOutcome = async (outcome: 'VERIFIED' | 'FAILED') => {
      const stored = await findBankAccount(first.bankAccountId);
      const writes = stored === undefined ? [] : verificationOutcomeWrites(stored, outcome, Date.now());
      if (writes.length > 0) await writeAtomically(writes);
    };
    await storeOutcome('FAILED');
    expect((await inline()).verificationStatus).toBe('FAILED');
    await storeOutcome('VERIFIED');
    expect((await inline()).verificationStatus).toBe('VERIFIED');
    await storeOutcome('FAILED');
    expect(await findBankAccount(first.bankAccountId)).toMatchObject({
      verificationStatus: 'VERIFIED',
      version: 3,
    });
    const [listed] = (await partner.get(accounts(user))).body.data.data;
    expect(listed).toMatchObject({
      id: first.bankAccountId,
      isVerified: true,
      verificationStatus: 'VERIFIED',
      verifiedAt: expect.any(String),
    });
  });

  it('that are saved concurrently are saved by one write; the others are refused whole', async () => {
    const user = await partner.newUser();
    const race = Array.from({ length: 10 }, () =>
      newBankAccount(
        {
          id: newId(Date.now()),
          partnerId: partner.partnerId,
          userId: user,
          receiverId: undefined,
          details: { country: 'MX', accountIdentifier: CLABE, bankName: 'STP' },
        },
        Date.now(),
      ),
    );
    const outcomes = await Promise.allSettled(
      race.map((record) => writeAtomically(saveInlineAccount(record, undefined).writes)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await partner.get(accounts(user))).body.data.count).toBe(1);
  });
});
