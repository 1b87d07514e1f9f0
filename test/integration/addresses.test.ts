import { expect, it } from 'vitest';
import { accountDetails } from '#test/support/builders/account-details';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();
const partner = await running.newPartner('Addresses');
const userId = await partner.verifiedUser();

const accounts = `/banks/users/${userId}/accounts`;
const address = {
  streetLine1: 'Calle Mayor',
  buildingNumber: '5 bis',
  city: 'Málaga',
  postalCode: '29001',
  country: 'ES',
};

it('keeps and answers an address as it was sent, with its building number', async () => {
  const saved = await partner.post(accounts, { ...accountDetails.DE, address });
  expect([saved.status, saved.body.data?.address], saved.text).toEqual([
    201,
    { ...address, streetLine2: null, state: null },
  ]);
  const [listed] = (await partner.get(accounts)).body.data.data;
  expect(listed.address).toEqual(saved.body.data.address);
});

it.each([
  [{ ...address, city: undefined }, 'city', 'Required in the address'],
  [{ ...address, streetLine2: 'Planta 2, MALAGA' }, 'streetLine2', 'Must not repeat the city'],
  [{ ...address, streetLine1: '北京路' }, 'streetLine1', expect.stringContaining('Payments cannot carry 北 京 路')],
  [{ ...address, streetLine2: 'x'.repeat(71) }, 'streetLine2', 'Must be at most 70 characters long'],
  [{ ...address, country: 'Spain' }, 'country', 'Must be an ISO 3166-1 alpha-2 code'],
])(
  'refuses %j by its field, in a saved account and in a transaction, and stores nothing',
  async (wrong, part, message) => {
    const before = (await partner.get(accounts)).body.data.total;
    const iban = 'DE02120300000000202051';
    const account = { ...accountDetails.DE, iban, address: wrong };
    const saved = await partner.post(accounts, account);
    expect(saved.body, saved.text).toMatchObject({ errors: [{ field: `address.${part}`, message }] });
    const order = { ...partner.crossRamp(userId), targetCurrency: 'EUR', targetBankAccount: account };
    const created = await partner.post('/cross-ramp', order);
    expect([saved.status, created.status]).toEqual([400, 400]);
    expect(created.body, created.text).toMatchObject({
      errors: [{ field: `targetBankAccount.address.${part}`, message }],
    });
    expect((await partner.get(accounts)).body.data.total).toBe(before);
  },
);
