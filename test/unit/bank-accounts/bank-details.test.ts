import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { BankDetails, PostalAddress } from '#shared/bank-accounts/domain/bank-account';
import { bankDetailsSchema, detailViolations } from '#shared/bank-accounts/fields';
import { type TargetCountry, targetCountries } from '#shared/corridors/domain/payout-zones';
import { PAYMENT_CHARACTERS } from '#shared/values/payment-text';

const address = { streetLine1: '1 Main St', city: 'Austin', postalCode: '73301', country: 'US' };
const accountHolder = { firstName: 'Ana', lastName: 'García' };
const complete: Readonly<Record<'MX' | 'DO' | 'US' | 'DE' | 'CN' | 'HK', BankDetails>> = {
  MX: { accountIdentifier: '646180110400000007' },
  DO: {
    accountIdentifier: '9601234567',
    bankName: 'Popular',
    accountType: 'SAVINGS',
    documentIdentifier: '00112345673',
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
  HK: { accountIdentifier: '012345678901', bankName: 'HSBC', accountType: 'SAVINGS', accountHolder, address },
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

type Refused = [TargetCountry, BankDetails, string];

describe('the form', () => {
  it.each<Refused>([
    ['MX', { accountIdentifier: '64618011040000000' }, 'accountIdentifier'],
    ['MX', { accountIdentifier: '64618011040000000A' }, 'accountIdentifier'],
    ['US', { ...complete.US, routingNumber: '12345678' }, 'routingNumber'],
    ...['٠٢١٠٠٠٠٢١', '０２１００００２１', '021000021 '].map(
      (routingNumber): Refused => ['US', { ...complete.US, routingNumber }, 'routingNumber'],
    ),
    ...['130000000', '200000000', '330000000', '600000000', '730000000', '790000000', '810000000', '900000003'].map(
      (routingNumber): Refused => ['US', { ...complete.US, routingNumber }, 'routingNumber'],
    ),
    ...['123', '1'.repeat(18), '1234-5678', '1234 5678', '１２３４５６', '१२३४५६', '12345a'].map(
      (accountIdentifier): Refused => ['US', { ...complete.US, accountIdentifier }, 'accountIdentifier'],
    ),
    ...(['CN', 'HK'] as const).flatMap((country) =>
      ['622', '6'.repeat(35), '6222020é', '６２２２０２０', '٦٢٢٢٠٢٠', '6222_020', '6222\u00a0020', '- - -'].map(
        (accountIdentifier): Refused => [country, { ...complete[country], accountIdentifier }, 'accountIdentifier'],
      ),
    ),
    ...['6'.repeat(201), '6222020é', '６２２２０２０', '٦٢٢٢٠٢٠', '6222\u00a0020', ' '].map(
      (accountIdentifier): Refused => ['DO', { ...complete.DO, accountIdentifier }, 'accountIdentifier'],
    ),
    ...['0011234567', '001123456733', '001-1234567-3', '٠٠١١٢٣٤٥٦٧٣', '0011234567a', '00112345673 '].map(
      (documentIdentifier): Refused => ['DO', { ...complete.DO, documentIdentifier }, 'documentIdentifier'],
    ),
    ...['10185004', '1018500433', '1-01-85004-3', '１０１８５００４３'].map(
      (documentIdentifier): Refused => [
        'DO',
        { ...complete.DO, documentIdentifier, documentType: 'RNC' },
        'documentIdentifier',
      ],
    ),
    ['DO', { ...complete.DO, documentIdentifier: 'ＡＢ１２３４５', documentType: 'PASSPORT' }, 'documentIdentifier'],
    ['DE', { ...complete.DE, iban: `DE89${' '.repeat(18)}` }, 'iban'],
    ['DE', { ...complete.DE, iban: `DE89${'1'.repeat(31)}` }, 'iban'],
    ['DE', { ...complete.DE, iban: 'DE８９370400440532013000' }, 'iban'],
    ['DE', { ...complete.DE, bic: 'COBADE٣٣' }, 'bic'],
    ['MX', { accountIdentifier: '６４６１８０１１０４０００００００７' }, 'accountIdentifier'],
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
    expect(fields(country, details, 'production')).toEqual([field]);
  });

  it.each<[TargetCountry, BankDetails]>([
    ...['1234', '1'.repeat(17), '0000'].map((accountIdentifier): [TargetCountry, BankDetails] => [
      'US',
      { ...complete.US, accountIdentifier },
    ]),
    ...['000000013', '121000248', '211370545', '322271627', '611000004', '721000004', '800000006'].map(
      (routingNumber): [TargetCountry, BankDetails] => ['US', { ...complete.US, routingNumber }],
    ),
    ...(['CN', 'HK', 'DO'] as const).flatMap((country) =>
      ['6222', '012-345678-901', 'DO28 BAGR 0000 0001 2124 5361 1324', '6'.repeat(34)].map(
        (accountIdentifier): [TargetCountry, BankDetails] => [country, { ...complete[country], accountIdentifier }],
      ),
    ),
    ...['1', '123', '960.123.4567', '960-123_4567', '6'.repeat(35)].map(
      (accountIdentifier): [TargetCountry, BankDetails] => ['DO', { ...complete.DO, accountIdentifier }],
    ),
    ...[
      { documentIdentifier: '101850043', documentType: 'RNC' },
      { documentIdentifier: '00112345673', documentType: 'RNC' },
      { documentIdentifier: '22400022111', documentType: 'CEDULA' },
      { documentIdentifier: 'RD-4012345', documentType: 'PASSPORT' },
    ].map((document): [TargetCountry, BankDetails] => ['DO', { ...complete.DO, ...document }]),
    ['DE', { ...complete.DE, iban: 'de89 3704 0044 0532 0130 00' }],
  ])('of %s details %# is taken in both stages', (country, details) => {
    expect(fields(country, details)).toEqual([]);
    expect(fields(country, details, 'production')).toEqual([]);
  });

  it('of a document is checked beside what is missing', () => {
    const { bankName: _bankName, ...details } = { ...complete.DO, documentIdentifier: '1' };
    expect(detailViolations('DO', details, { prefix: '', stage: 'sandbox' })).toEqual([
      { field: 'bankName', message: 'Required for accounts in DO' },
      { field: 'documentIdentifier', message: 'A cédula has 11 digits' },
    ]);
  });

  it.each<Refused>([
    ['US', { ...complete.US, routingNumber: '123456789' }, 'routingNumber'],
    ['US', { ...complete.US, routingNumber: '000000000' }, 'routingNumber'],
    ['DO', { ...complete.DO, documentIdentifier: '00112345678' }, 'documentIdentifier'],
    ['DO', { ...complete.DO, documentIdentifier: '00000000000' }, 'documentIdentifier'],
    ['DO', { ...complete.DO, documentIdentifier: '101850042', documentType: 'RNC' }, 'documentIdentifier'],
    ['DO', { ...complete.DO, documentIdentifier: '00112345678', documentType: 'RNC' }, 'documentIdentifier'],
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
    ...['ABCDE', '1000', '100001', '10001-', '10001-234', '10001 2345', ' 10001'].map(
      (postalCode): [TargetCountry, BankDetails, string, string] => [
        ...inUs({ postalCode }),
        ...(['address.postalCode', 'Must be a ZIP code, such as 10001 or 10001-2345'] as const),
      ],
    ),
    ...['１０００１', '١٠٠٠١'].map((postalCode): [TargetCountry, BankDetails, string, string] => [
      ...inUs({ postalCode }),
      ...(['address.postalCode', expect.stringContaining('Payments cannot carry')] as const),
    ]),
    [...inUs({ postalCode: '10001-2345' }), undefined],
    [...inUs({ country: 'us', postalCode: 'ABCDE' }), 'address.postalCode', expect.any(String)],
    [...inUs({ country: 'GB', postalCode: 'SW1A 1AA' }), undefined],
    [...inUs({ country: 'MX', postalCode: '6470' }), 'address.postalCode', 'Must be a postal code of 5 digits'],
    [
      ...inDe({ city: 'Austin', country: 'US', postalCode: 'ABCDE' }),
      ...(['address.postalCode', 'Must be a ZIP code, such as 10001 or 10001-2345'] as const),
    ],
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
