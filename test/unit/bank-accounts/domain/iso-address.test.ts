import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressSchema } from '#shared/bank-accounts/address-schema';
import type { PostalAddress } from '#shared/bank-accounts/domain/bank-account';
import { addressBounds, fromIsoAddress, repeatedPart, toIsoAddress } from '#shared/bank-accounts/domain/iso-address';
import { listUncarried, toPaymentText } from '#shared/values/payment-text';

const carried = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 /-?:().,'+"];
const converted = [...'éÉüßñçøŁ#&_[ΘΨщЮй'];

/** Returns a random address in Germany, the United States or France, with the given letters. */
function anAddress(letters: readonly string[]) {
  const part = (maxLength: number) => fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength });
  const { streetLine1, streetLine2, buildingNumber, city, state, postalCode } = addressBounds;
  return fc.record(
    {
      ...{ streetLine1: part(streetLine1), streetLine2: part(streetLine2), buildingNumber: part(buildingNumber) },
      ...{ city: part(city), state: part(state), postalCode: part(postalCode) },
      country: fc.constantFrom('DE', 'US', 'fr'),
    },
    { requiredKeys: ['city', 'country'] },
  );
}
const isValid = (address: PostalAddress) => addressSchema('DE').safeParse(address).success;
const inPayments = (address: PostalAddress) =>
  Object.fromEntries(
    Object.entries(address).map(([name, text = '']) => [
      name,
      name === 'country' ? text.toUpperCase() : toPaymentText(text),
    ]),
  );

describe('an address in the fields of ISO 20022', () => {
  it('and back is the same address, in the characters of payments', () => {
    fc.assert(
      fc.property(anAddress([...carried, ...converted]).filter(isValid), (address) => {
        const iso = toIsoAddress(address);
        expect(fromIsoAddress(iso)).toEqual(inPayments(address));
        const texts = Object.values(iso).flat();
        expect(texts.flatMap(listUncarried)).toEqual([]);
        expect(texts.map(toPaymentText)).toEqual(texts);
        for (const [name, max] of Object.entries(addressBounds))
          expect(
            (Object.entries(fromIsoAddress(iso)).find(([key]) => key === name)?.[1] ?? '').length,
          ).toBeLessThanOrEqual(max);
      }),
      { numRuns: 2000 },
    );
  });

  it('has every character of a valid address that payments carry already', () => {
    fc.assert(
      fc.property(anAddress(carried).filter(isValid), (address) => {
        expect(fromIsoAddress(toIsoAddress(address))).toEqual({ ...address, country: address.country.toUpperCase() });
      }),
    );
  });

  it.each([
    [
      'structured with a building number',
      { streetLine1: 'Hauptstraße', buildingNumber: '1 a', city: 'Köln', postalCode: '50667', country: 'de' },
      { StrtNm: 'Hauptstrase', BldgNb: '1 a', TwnNm: 'Koln', PstCd: '50667', Ctry: 'DE' },
    ],
    [
      'hybrid without one',
      {
        streetLine1: '1 Main St',
        streetLine2: 'Suite & Co',
        city: 'Austin',
        state: 'TX',
        postalCode: '1',
        country: 'US',
      },
      { AdrLine: ['1 Main St', 'Suite + Co'], TwnNm: 'Austin', CtrySubDvsn: 'TX', PstCd: '1', Ctry: 'US' },
    ],
    [
      'hybrid with both',
      { streetLine1: 'Main St', streetLine2: 'Floor 3', buildingNumber: '1', city: 'Austin', country: 'US' },
      { StrtNm: 'Main St', BldgNb: '1', AdrLine: ['Floor 3'], TwnNm: 'Austin', Ctry: 'US' },
    ],
  ])('is %s', (_form, address, iso) => {
    expect(toIsoAddress(address)).toEqual(iso);
  });
});

it.each([
  ['Οδός Ερμού 5', 'Odos Ermoy 5'],
  ['ул. Щастие Юг', 'ul. Shtastie Yug'],
  ['Łódź, Þórs; ‘O’Brien’ [2]', "Lodz, Tors, 'O'Brien' (2)"],
  ['e\u0301', 'e'],
  ['北京 1', '北京 1'],
])('%s is %s in payments', (text, payment) => {
  expect(toPaymentText(text)).toBe(payment);
});

it.each([
  ['Hauptstr. 1, Berlin', 'Berlin', 'DE', 'city'],
  ['10115 BERLIN', 'Berlin', 'DE', 'city'],
  ['Calle Mayor 1, Malaga, Andalucía', 'Málaga', 'ES', 'city'],
  ['Hauptstr. 1, Germany', 'Berlin', 'DE', 'country'],
  ['1 Main St TX US', 'Austin', 'US', 'country'],
  ['DE', 'Berlin', 'DE', 'country'],
  ['500 Washington Street', 'Washington', 'US', undefined],
  ['Berliner Str. 1', 'Berlin', 'DE', undefined],
  ['1 US Highway 5', 'Austin', 'US', undefined],
  ['Rue de', 'Berlin', 'DE', undefined],
])('%s in %s, %s repeats the %s', (line, city, country, part) => {
  expect(repeatedPart(line, { city, country })).toBe(part);
});
