import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { BankDetails, PostalAddress } from '#shared/bank-accounts/domain/bank-account';
import { bankDetailsSchema, detailViolations } from '#shared/bank-accounts/fields';
import { type TargetCountry, targetCountries } from '#shared/corridors/domain/regions';
import { PAYMENT_CHARACTERS } from '#shared/values/payment-text';

const address = { streetLine1: '1 Main St', city: 'Austin', postalCode: '73301', country: 'US' };
const accountHolder = { firstName: 'Ana', lastName: 'García' };
const complete: Readonly<Record<'MX' | 'DO' | 'US' | 'DE' | 'CN', BankDetails>> = {
  MX: { accountIdentifier: '646180110400000007' },
  DO: {
    accountIdentifier: '9601234567',
    bankName: 'Popular',
    accountType: 'SAVINGS',
    documentIdentifier: '00112345678',
    documentType: 'CEDULA',
  },
  US: {
    accountIdentifier: '123456789',
    bankName: 'Bank',
    routingNumber: '021000021',
    accountHolder,
    address,
  },
  DE: {
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    bankName: 'Bank',
    accountHolder: { businessName: 'ACME' },
  },
  CN: { accountIdentifier: '6222020', bankName: 'ICBC', accountType: 'CHECKING', accountHolder, address },
};

const fields = (country: TargetCountry, details: BankDetails, stage: 'sandbox' | 'production' = 'sandbox') =>
  detailViolations(country, details, { prefix: 'x', stage })
    .map(({ field }) => field.slice(2))
    .sort();

describe.each(Object.entries(complete))('details for %s', (name, details) => {
  const country = targetCountries.find((known) => known === name) ?? 'MX';

  it('are accepted when complete, in both stages', () => {
    expect(fields(country, details)).toEqual([]);
    expect(fields(country, details, 'production')).toEqual([]);
  });

  it.each(Object.keys(details))('need %s, and an empty one counts as missing', (field) => {
    expect(fields(country, { ...details, [field]: undefined })).toEqual([field]);
    if (typeof Object.entries(details).find(([key]) => key === field)?.[1] === 'string') {
      expect(fields(country, { ...details, [field]: '' })).toEqual([field]);
    }
  });

  it('are described by the schema that checks them', () => {
    const schema: unknown = z.toJSONSchema(bankDetailsSchema(country, 'sandbox'), { io: 'input' });
    expect(schema).toMatchObject({
      type: 'object',
      required: Object.keys(details).toSorted(byOrderIn(schema)),
    });
    expect(bankDetailsSchema(country, 'production').safeParse(details).success).toBe(true);
  });
});

function byOrderIn(schema: unknown): (a: string, b: string) => number {
  const order = Object.keys(z.object({ properties: z.record(z.string(), z.unknown()) }).parse(schema).properties);
  return (a, b) => order.indexOf(a) - order.indexOf(b);
}

describe('the form', () => {
  it.each<[TargetCountry, BankDetails, string]>([
    ['MX', { accountIdentifier: '64618011040000000' }, 'accountIdentifier'],
    ['MX', { accountIdentifier: '64618011040000000A' }, 'accountIdentifier'],
    ['US', { ...complete.US, routingNumber: '12345678' }, 'routingNumber'],
    ['DE', { ...complete.DE, iban: '370400440532013000' }, 'iban'],
    ['DE', { ...complete.DE, bic: 'nonsense' }, 'bic'],
    ['CN', { ...complete.CN, bic: '1' }, 'bic'],
    ['DO', { ...complete.DO, accountType: 'GOLD' }, 'accountType'],
    ['US', { ...complete.US, bankName: 'x'.repeat(201) }, 'bankName'],
    [
      'US',
      { ...complete.US, accountHolder: { type: 'BUSINESS', firstName: 'Ana', lastName: 'García' } },
      'accountHolder.businessName',
    ],
    ['US', { ...complete.US, accountHolder: { firstName: 'Ana' } }, 'accountHolder.lastName'],
    ['US', { ...complete.US, address: { ...address, city: '' } }, 'address.city'],
  ])('of %s details %# names its field', (country, details, field) => {
    expect(fields(country, details)).toEqual([field]);
  });

  it.each<[TargetCountry, BankDetails, string]>([
    ['US', { ...complete.US, routingNumber: '123456789' }, 'routingNumber'],
    ['DE', { ...complete.DE, iban: 'DE89370400440532013001' }, 'iban'],
    ['DE', { ...complete.DE, iban: 'ES9121000418450200051332' }, 'iban'],
    ['FR', { ...complete.DE, iban: 'FR14200410100505' }, 'iban'],
    ['DE', { ...complete.DE, bic: 'COBAZZFF' }, 'bic'],
  ])('is all that the sandbox asks; production refuses what cannot exist (%s, %#)', (country, details, field) => {
    expect(fields(country, details, 'sandbox')).toEqual([]);
    expect(fields(country, details, 'production')).toEqual([field]);
  });

  const inDe = (changed: PostalAddress): [TargetCountry, BankDetails] => ['DE', { ...complete.DE, address: changed }];
  const inUs = (changed: PostalAddress): [TargetCountry, BankDetails] => [
    'US',
    { ...complete.US, address: { ...address, ...changed } },
  ];
  it.each<[...[TargetCountry, BankDetails], string | undefined, string?]>([
    [...inDe({ city: 'Köln', country: 'de' }), undefined],
    [...inDe({ city: 'Αθήνα', country: 'GR', streetLine1: 'Straße & Söhne #1', buildingNumber: '1' }), undefined],
    [...inDe({ country: 'DE' }), 'address.city', 'Required in the address'],
    [...inDe({ city: 'Köln' }), 'address.country', 'Required in the address'],
    [...inDe({ city: 'Köln', country: 'DE', streetLine2: 'Hof' }), 'address.streetLine1', 'Required in the address'],
    [...inUs({ country: 'USA' }), 'address.country', 'Must be an ISO 3166-1 alpha-2 code'],
    [...inUs({ streetLine1: 'x'.repeat(71) }), 'address.streetLine1', 'Must be at most 70 characters long'],
    [...inUs({ city: 'x'.repeat(36) }), 'address.city', 'Must be at most 35 characters long'],
    [...inUs({ buildingNumber: 'x'.repeat(17) }), 'address.buildingNumber', 'Must be at most 16 characters long'],
    [
      ...inUs({ city: 'Щ'.repeat(12) }),
      ...(['address.city', 'Must be at most 35 characters long in Latin letters'] as const),
    ],
    [...inUs({ streetLine2: 'Floor 2, Austin' }), 'address.streetLine2', 'Must not repeat the city'],
    [...inUs({ streetLine1: '1 Main St, US' }), 'address.streetLine1', 'Must not repeat the country'],
    [
      ...inUs({ streetLine1: '北京路 1' }),
      ...(['address.streetLine1', `Payments cannot carry 北 京 路: use ${PAYMENT_CHARACTERS}`] as const),
    ],
  ])('of an address on the rails of %s (%#)', (country, details, field, message) => {
    const violations = detailViolations(country, details, { prefix: '', stage: 'production' });
    expect(violations).toEqual(field === undefined ? [] : [{ field, message }]);
  });

  it('leaves a wrong control digit of a CLABE to the penny test', () => {
    expect(fields('MX', { accountIdentifier: '646180110400000008' }, 'production')).toEqual([]);
  });
});
