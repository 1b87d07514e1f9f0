import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '#shared/api/problems';
import { parseInput } from '#shared/http/validation';
import { depositTravelRule, isLegalEntityIdentifier, payoutTravelRule } from '#shared/transactions/travel-rule/ivms101';
import {
  aDepositTravelRule,
  aLegalPerson,
  aNaturalPerson,
  aPayoutTravelRule,
} from '#test/support/builders/travel-rules';

const block = aDepositTravelRule();
const natural = aNaturalPerson();
const legal = aLegalPerson();

/** Returns the errors of a travel-rule block, by field. */
function errorsOf(input: unknown): Record<string, string> {
  try {
    parseInput(depositTravelRule, input);
    return {};
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return Object.fromEntries((error.details.errors ?? []).map(({ field, message }) => [field, message]));
  }
}

const withOriginator = (...originatorPerson: object[]) => ({ ...block, originator: { originatorPerson } });
const naturalWith = (changes: object) => withOriginator({ naturalPerson: { ...natural, ...changes } });
const legalWith = (changes: object) => withOriginator({ legalPerson: { ...legal, ...changes } });
const addressWith = (changes: object) =>
  naturalWith({ geographicAddress: [{ addressType: 'HOME', townName: 'Oaxaca', country: 'MX', ...changes }] });
const pathOf = (...sequences: unknown[]) => ({
  ...block,
  transferPath: { transferPath: sequences.map((sequence) => ({ intermediaryVASP: { legalPerson: legal }, sequence })) },
});

const at = 'originator.originatorPerson.0';
const naturalAt = `${at}.naturalPerson`;
const legalAt = `${at}.legalPerson`;
const identifying = { geographicAddress: undefined, nationalIdentification: undefined, dateAndPlaceOfBirth: undefined };
const identification = { nationalIdentifier: '1234', nationalIdentifierType: 'TXID' };
const lei = { ...identification, nationalIdentifierType: 'LEIX' };
const nameOf = (type: string) => ({
  nameIdentifier: [{ primaryIdentifier: 'A', naturalPersonNameIdentifierType: type }],
});
const legalNameOf = (type: string) => ({
  nameIdentifier: [{ legalPersonName: 'A', legalPersonNameIdentifierType: type }],
});

describe('a block', () => {
  it.each<[string, object]>([
    ['of a natural person', block],
    ['of a legal person by its LEI', legalWith({})],
    ['of several persons', withOriginator({ naturalPerson: natural }, { legalPerson: legal })],
    ['with a person known by a customer number', naturalWith({ ...identifying, customerIdentification: 'c-1' })],
    [
      'with a person known by its birth',
      naturalWith({ ...identifying, dateAndPlaceOfBirth: natural.dateAndPlaceOfBirth }),
    ],
    ['with lines of an address', addressWith({ addressLine: ['Calle 1'] })],
    ['with the name of a building', addressWith({ streetName: 'Calle', buildingName: 'Torre' })],
    ['with a country that is not known', addressWith({ addressLine: ['Calle 1'], country: 'XX' })],
    [
      'with a register',
      legalWith({ nationalIdentification: { ...identification, registrationAuthority: 'RA000001' } }),
    ],
    ['with a path', pathOf(0, 1, 2)],
    ['with both parties', { ...block, beneficiary: aPayoutTravelRule().beneficiary }],
  ])('%s is taken as it is', (_, input) => {
    expect(errorsOf(input)).toEqual({});
    expect(parseInput(depositTravelRule, input)).toEqual(JSON.parse(JSON.stringify(input)));
  });

  it.each<[string, object, Record<string, unknown>]>([
    ['no name in law', naturalWith({ name: nameOf('ALIA') }), { [`${naturalAt}.name.nameIdentifier`]: 'Must have a name of type LEGL' }],
    ['no legal name', legalWith({ name: legalNameOf('TRAD') }), { [`${legalAt}.name.nameIdentifier`]: 'Must have a name of type LEGL' }],
    ['a person known by a name alone', naturalWith(identifying), { [`${naturalAt}.geographicAddress`]: 'Provide at least one of geographicAddress, customerIdentification, nationalIdentification, dateAndPlaceOfBirth' }],
    ['a business known by a name alone', legalWith({ nationalIdentification: undefined }), { [`${legalAt}.geographicAddress`]: 'Provide at least one of geographicAddress, customerIdentification, nationalIdentification' }],
    ['neither kind of person', withOriginator({}), { [`${at}.naturalPerson`]: 'Provide exactly one of naturalPerson and legalPerson' }],
    ['both kinds of person', withOriginator({ naturalPerson: natural, legalPerson: legal }), { [`${at}.naturalPerson`]: 'Provide exactly one of naturalPerson and legalPerson' }],
    ['a birth to come', naturalWith({ dateAndPlaceOfBirth: { dateOfBirth: '2990-01-01', placeOfBirth: 'Oaxaca' } }), { [`${naturalAt}.dateAndPlaceOfBirth.dateOfBirth`]: 'Must be from 1900-01-01 to today' }],
    ['a birth without its place', naturalWith({ dateAndPlaceOfBirth: { dateOfBirth: '1985-07-12' } }), { [`${naturalAt}.dateAndPlaceOfBirth.placeOfBirth`]: 'Required (a string)' }],
    ['an address without a street or a line', addressWith({ streetName: 'Calle' }), { [`${naturalAt}.geographicAddress.0.addressLine`]: 'Required without streetName and buildingName or buildingNumber' }],
    ['an address without its town', addressWith({ townName: undefined, addressLine: ['x'] }), { [`${naturalAt}.geographicAddress.0.townName`]: 'Required (a string)' }],
    ['no country of the list', addressWith({ addressLine: ['x'], country: 'ZZ' }), { [`${naturalAt}.geographicAddress.0.country`]: 'Must be an ISO 3166-1 alpha-2 code' }],
    ['an LEI of a person', naturalWith({ nationalIdentification: lei }), { [`${naturalAt}.nationalIdentification.nationalIdentifierType`]: 'Must be one of ARNU, CCPT, DRLC, FIIN, TXID, SOCS, IDCD, MISC' }],
    ['a passport of a business', legalWith({ nationalIdentification: { ...identification, nationalIdentifierType: 'CCPT' } }), { [`${legalAt}.nationalIdentification.nationalIdentifierType`]: 'Must be one of RAID, MISC, LEIX, TXID' }],
    ['a business by no register', legalWith({ nationalIdentification: identification }), { [`${legalAt}.nationalIdentification.registrationAuthority`]: 'Required unless it is an LEI' }],
    ['a business by a country', legalWith({ nationalIdentification: { ...legal.nationalIdentification, countryOfIssue: 'MX' } }), { [`${legalAt}.nationalIdentification.countryOfIssue`]: 'Must not be given for a legal person' }],
    ['an LEI with a register', legalWith({ nationalIdentification: { ...legal.nationalIdentification, registrationAuthority: 'RA000001' } }), { [`${legalAt}.nationalIdentification.registrationAuthority`]: 'Must not be given for an LEI' }],
    ['a register of no form', legalWith({ nationalIdentification: { ...identification, registrationAuthority: 'RA1' } }), { [`${legalAt}.nationalIdentification.registrationAuthority`]: 'Must be a code of a registration authority, such as RA000001' }],
    ['an invalid LEI', legalWith({ nationalIdentification: lei }), { [`${legalAt}.nationalIdentification.nationalIdentifier`]: 'Must be an LEI (ISO 17442)' }],
    ['a path from 1', pathOf(1), { 'transferPath.transferPath.0.sequence': 'Must be 0: the path counts from 0' }],
    ['a path with a gap', pathOf(0, 2), { 'transferPath.transferPath.1.sequence': 'Must be 1: the path counts from 0' }],
    ...[-1, 1e308, 6, Number.MAX_SAFE_INTEGER, '0'].map((sequence): [string, object, Record<string, unknown>] => [
      `a place ${sequence}`,
      pathOf(sequence),
      { 'transferPath.transferPath.0.sequence': expect.stringMatching(/^Must be/) },
    ]),
    ['a path of halves', pathOf(0, 1.5), { 'transferPath.transferPath.1.sequence': 'Must be a whole number' }],
    ['another version', { ...block, payloadMetadata: { payloadVersion: '101' } }, { 'payloadMetadata.payloadVersion': 'Must be one of 101.2023' }],
    ['no originator', aPayoutTravelRule(), { originator: 'Required (an object)' }],
    ['a name beyond 100 characters', naturalWith({ name: { nameIdentifier: [{ ...natural.name.nameIdentifier[0], primaryIdentifier: 'A'.repeat(101) }] } }), { [`${naturalAt}.name.nameIdentifier.0.primaryIdentifier`]: 'Must be at most 100 characters long' }],
    ['eight lines', addressWith({ addressLine: Array.from({ length: 8 }, () => 'x') }), { [`${naturalAt}.geographicAddress.0.addressLine`]: 'Must be at most 7 items' }],
  ])('is refused with %s', (_, input, errors) => {
    expect(errorsOf(input)).toEqual(errors);
  }); // biome-ignore format: a table reads by its rows

  it('is refused beyond 32 KB, though each of its texts fits', () => {
    const line = '\u5b57'.repeat(70);
    const address = {
      addressType: 'HOME',
      townName: 'A',
      country: 'MX',
      addressLine: Array.from({ length: 7 }, () => line),
    };
    const large = { ...natural, geographicAddress: Array.from({ length: 5 }, () => address) };
    const persons = (count: number) =>
      withOriginator(...Array.from({ length: count }, () => ({ naturalPerson: large })));
    expect(errorsOf(persons(3))).toEqual({});
    expect(errorsOf(persons(5))).toEqual({ body: 'Must be at most 32 KB' });
  });

  it('of a payout needs its beneficiary, who may be known by a name alone', () => {
    const beneficiaryPerson = [{ naturalPerson: { name: natural.name } }];
    const payout = { ...aPayoutTravelRule(), beneficiary: { beneficiaryPerson } };
    expect(payoutTravelRule.safeParse(payout).success).toBe(true);
    expect(payoutTravelRule.safeParse(block).success).toBe(false);
  });

  it('of any other form is refused and never thrown at', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('originator', 'originatingVASP', 'transferPath', 'payloadMetadata'),
        fc.anything(),
        (name, value) => {
          const broken = { ...block, [name]: value };
          const errors = errorsOf(broken);
          if (value !== undefined || name === 'originator' || name === 'payloadMetadata')
            expect(Object.keys(errors)).not.toEqual([]);
        },
      ),
    );
  });
});

describe('an LEI', () => {
  const characters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const body = fc.string({ unit: fc.constantFrom(...characters), minLength: 18, maxLength: 18 });
  const remainder = (text: string) =>
    Number(BigInt(text.replaceAll(/[A-Z]/g, (letter) => String(characters.indexOf(letter)))) % 97n);
  const complete = (text: string) => `${text}${String(98 - remainder(`${text}00`)).padStart(2, '0')}`;

  it('has two check digits, and no single wrong letter or digit passes', () => {
    fc.assert(
      fc.property(body, fc.nat(17), fc.nat(25), (text, place, chosen) => {
        const whole = complete(text);
        expect(isLegalEntityIdentifier(whole)).toBe(true);
        // Replaces a digit by a digit and a letter by a letter: the check digits detect every such change.
        const isDigit = /\d/.test(whole.charAt(place));
        const character = characters[isDigit ? chosen % 10 : 10 + chosen];
        const wrong = whole.slice(0, place) + character + whole.slice(place + 1);
        expect(isLegalEntityIdentifier(wrong)).toBe(wrong === whole);
      }),
    );
  });
});
