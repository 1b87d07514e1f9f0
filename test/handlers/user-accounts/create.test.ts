import { expect, it } from 'vitest';
import { contract } from '#functions/user-accounts/create/contract';
import { handler } from '#functions/user-accounts/create/handler';
import { invalidInput } from '#shared/api/problems';
import { bankAccountCreationWrites } from '#shared/bank-accounts/repository';
import { accountDetails, CLABE } from '#test/support/builders/account-details';
import { aUserAccount } from '#test/support/builders/bank-accounts';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';

/** Returns an account that contains a country but no account details. */
const bare = (country: string) => ({ accountIdentifier: undefined, bankName: undefined, country });

describeEndpoint(contract, handler, {
  request: async (world) => ({ path: { userId: (await world.user()).id }, body: accountDetails.MX }),
  foreign: 'UNAUTHORIZED',
  wrong: [
    ['no country', { country: undefined }, ['country']],
    ['a country that is not served', { ...accountDetails.US, country: 'BR' }, ['country']],
    [
      'a bare Dominican account',
      bare('DO'),
      ['accountIdentifier', 'accountType', 'bankName', 'documentIdentifier', 'documentType'],
    ],
    ['a number where text belongs', { ...accountDetails.MX, accountIdentifier: 1 }, ['accountIdentifier']],
    ['a control character', { ...accountDetails.US, accountIdentifier: '12\u001b[2J' }, ['accountIdentifier']],
    [
      'a name that turns its direction',
      { ...accountDetails.US, accountHolder: { businessName: 'ACME\u202eEMCA' } },
      ['accountHolder.businessName'],
    ],
    ['text that turns its direction', { ...accountDetails.US, bankName: 'Bank\u202e' }, ['bankName']],
    ['an unknown kind of ramp', { ...accountDetails.MX, rampType: 'RAMP' }, ['rampType']],
    ['a long alias', { ...accountDetails.MX, alias: 'x'.repeat(101) }, ['alias']],
  ],
});

const none = {
  ...{ receiverId: null, accountType: null, clabe: null, rampType: null, documentNumber: null, documentType: null },
  ...{ routingNumber: null, bic: null, iban: null, accountHolder: null, address: null, alias: null, payeeCheck: null },
};
const noPerson = { type: 'BUSINESS', firstName: null, lastName: null };
const noBusiness = { type: 'INDIVIDUAL', businessName: null };
const address = { ...accountDetails.US.address, streetLine2: null, buildingNumber: null, state: null };

/** Response fields in addition to those of every new account. */
const responses = {
  MX: { clabe: CLABE, accountNumber: CLABE, bankName: 'STP', alias: 'Nómina', rampType: 'OFF_RAMP' },
  DO: {
    ...{ accountNumber: '9601234567', bankName: 'Popular', accountType: 'SAVINGS' },
    ...{ documentNumber: '00112345673', documentType: 'CEDULA' },
  },
  US: {
    ...{ accountNumber: '123456789012', bankName: 'First Bank', accountType: 'CHECKING', routingNumber: '021000021' },
    ...{ accountHolder: { ...noBusiness, firstName: 'Ana', lastName: 'García' }, address },
  },
  DE: {
    ...{ accountNumber: 'DE89370400440532013000', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
    ...{ bankName: 'Bank', accountHolder: { ...noPerson, businessName: 'ACME' } },
  },
  CN: {
    ...{ accountNumber: '6222020', bankName: 'ICBC', accountType: 'CHECKING', address },
    accountHolder: { ...noBusiness, firstName: 'Li', lastName: 'Wei' },
  },
};

it.each(['MX', 'DO', 'US', 'DE', 'CN'] as const)(
  'saves an account in %s, with null for what it does not have',
  async (country) => {
    const world = await createWorld('createUserBankAccount');
    const { id: userId, partnerId } = await world.user();
    const response = await world.call(handler, { path: { userId }, body: { ...accountDetails[country], unknown: 1 } });
    const [stored] = world.table.items('BANK');
    const at = new Date().toISOString();
    // Accounts in Mexico wait for the penny test.
    const verification =
      country === 'MX'
        ? { isVerified: false, verificationStatus: 'PENDING', verifiedAt: null }
        : { isVerified: true, verificationStatus: 'NOT_REQUIRED', verifiedAt: null };
    expect(response.status, response.text).toBe(201);
    expect(response.body).toEqual({
      success: true,
      data: {
        ...{ ...none, ...responses[country], ...verification, country },
        ...{ id: stored?.id, userId, partnerId, version: 1, createdAt: at, updatedAt: at },
      },
    });
    expect(stored).toMatchObject({ userId, partnerId, virtual: false, version: 1, details: { country } });
    expect(stored?.details).not.toHaveProperty('unknown');
  },
);

it.each([
  ['another holder', 'US', { accountHolder: { firstName: 'Eva', lastName: 'Luna' } }, true],
  ['a corrected cédula', 'DO', { documentIdentifier: '00113918205' }, false],
  ['spaces in the IBAN', 'DE', { iban: 'de89 3704 0044 0532 0130 00' }, true],
] as const)('with %s in %s, of %j, takes the account for the same: %s', async (_, country, changes, isSame) => {
  const world = await createWorld('createUserBankAccount');
  const { id: userId } = await world.user();
  const save = (body: object) => world.call(handler, { path: { userId }, body });
  const first = await save(accountDetails[country]);
  const second = await save({ ...accountDetails[country], ...changes });
  expect(second.status, second.text).toBe(201);
  if (isSame) expect(second.text).toBe(first.text);
  else expect(second.body.data.id).not.toBe(first.body.data.id);
  expect(world.table.items('BANK')).toHaveLength(isSame ? 1 : 2);
});

it('finds the account that another request saved at the same time', async () => {
  const world = await createWorld('createUserBankAccount');
  const user = await world.user();
  const winner = aUserAccount(user, { rampType: 'CROSS_RAMP' });
  world.table.beforeNextWrite(() => world.store(...bankAccountCreationWrites(winner)));
  const response = await world.call(handler, { path: { userId: user.id }, body: accountDetails.MX });
  expect(response).toMatchObject({
    status: 201,
    body: { data: { id: winner.id, rampType: 'CROSS_RAMP', alias: null } },
  });
  expect(world.table.items('BANK')).toHaveLength(1);
});

it.each(['Caja', null])('shows %s as the bank that the caller named, where the CLABE names none', async (bankName) => {
  const world = await createWorld('createUserBankAccount');
  const { id: userId } = await world.user();
  const body = { country: 'MX', accountIdentifier: '999180110400000007', bankName };
  expect((await world.call(handler, { path: { userId }, body })).body.data.bankName).toBe(bankName);
});

async function fieldsRefused(world: World, body: object) {
  const { id: userId } = await world.user();
  const response = await world.call(handler, { path: { userId }, body });
  expect(response).toMatchObject(refusal(invalidInput(response.body.errors ?? [])));
  expect(world.table.items('BANK')).toEqual([]);
  return response.body.errors.map(({ field }: { field: string }) => field);
}

const wrongDigits = { ...accountDetails.US, routingNumber: '021000022' };

it('refuses wrong control digits in production, and takes them in the sandbox', async () => {
  const production = await createWorld('createUserBankAccount', { stage: 'production' });
  expect(await fieldsRefused(production, wrongDigits)).toEqual(['routingNumber']);
  const world = await createWorld('createUserBankAccount');
  const { id: userId } = await world.user();
  expect((await world.call(handler, { path: { userId }, body: wrongDigits })).status).toBe(201);
});
