/**
 * Data on the parties of a token transfer, with the names, lengths, codes and constraints of IVMS101.2023 (interVASP messaging
 * standard). List lengths are limited here, because the standard sets no limit.
 */
import * as z from 'zod/mini';
import { alpha2, text } from '#shared/api/fields';
import { countryCodes } from '#shared/identity/domain/country-names';
import { birthDate } from '#shared/identity/person-fields';
import { MAX_TRAVEL_RULE_BYTES } from './bounds';

/**
 * Constraints of IVMS101.2023 between several fields, named as in the standard. The schema checks constraints of a single field
 * (lengths, codes, countries, dates).
 */

/** A violated constraint. The path of the field is relative to the checked object. */
export interface Violation {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export interface Names {
  readonly nameIdentifier: readonly {
    readonly naturalPersonNameIdentifierType?: string | undefined;
    readonly legalPersonNameIdentifierType?: string | undefined;
  }[];
}

/** Checks LegalNamePresent: a natural or legal person has at least one name of type `LEGL`. */
export function legalNameViolations({ nameIdentifier }: Names): Violation[] {
  const types = nameIdentifier.map((one) => one.naturalPersonNameIdentifierType ?? one.legalPersonNameIdentifierType);
  return types.includes('LEGL') ? [] : [{ path: ['nameIdentifier'], message: 'Must have a name of type LEGL' }];
}

export interface Address {
  readonly addressLine?: readonly string[] | undefined;
  readonly streetName?: string | undefined;
  readonly buildingName?: string | undefined;
  readonly buildingNumber?: string | undefined;
}

/** Checks ValidAddress: an address has an address line, or a street with a building name or number. */
export function addressViolations({ addressLine, streetName, buildingName, buildingNumber }: Address): Violation[] {
  const hasBuilding = streetName !== undefined && (buildingName ?? buildingNumber) !== undefined;
  if (addressLine !== undefined || hasBuilding) return [];
  return [{ path: ['addressLine'], message: 'Required without streetName and buildingName or buildingNumber' }];
}

export interface NationalIdentification {
  readonly nationalIdentifier: string;
  readonly nationalIdentifierType: string;
  readonly countryOfIssue?: string | undefined;
  readonly registrationAuthority?: string | undefined;
}

/**
 * Checks CompleteNationalIdentifierLegalPerson and ValidLEI. A legal person's identification has no country, and has a
 * registration authority unless it is an LEI.
 */
export function legalIdentificationViolations(one: NationalIdentification): Violation[] {
  const isLei = one.nationalIdentifierType === 'LEIX';
  const hasAuthority = one.registrationAuthority !== undefined;
  return [
    ...(one.countryOfIssue === undefined
      ? []
      : [{ path: ['countryOfIssue'], message: 'Must not be given for a legal person' }]),
    ...(isLei && hasAuthority ? [{ path: ['registrationAuthority'], message: 'Must not be given for an LEI' }] : []),
    ...(isLei || hasAuthority ? [] : [{ path: ['registrationAuthority'], message: 'Required unless it is an LEI' }]),
    ...(isLei && !isLegalEntityIdentifier(one.nationalIdentifier)
      ? [{ path: ['nationalIdentifier'], message: 'Must be an LEI (ISO 17442)' }]
      : []),
  ];
}

/** Returns true if the text is an LEI: 18 letters or digits and two check digits (ISO 17442, ISO 7064 MOD 97-10). */
export function isLegalEntityIdentifier(text: string): boolean {
  if (!/^[0-9A-Z]{18}[0-9]{2}$/.test(text)) return false;
  const digits = text.replaceAll(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
}

/** Either a natural or a legal person, with identification data. */
export interface Person {
  readonly naturalPerson?: Identity | undefined;
  readonly legalPerson?: Identity | undefined;
}

interface Identity {
  readonly geographicAddress?: unknown;
  readonly customerIdentification?: unknown;
  readonly nationalIdentification?: unknown;
  readonly dateAndPlaceOfBirth?: unknown;
}

/** Checks that a person is either natural or legal. */
export function personViolations({ naturalPerson, legalPerson }: Person): Violation[] {
  if ((naturalPerson === undefined) !== (legalPerson === undefined)) return [];
  return [{ path: ['naturalPerson'], message: 'Provide exactly one of naturalPerson and legalPerson' }];
}

/** Checks OriginatorInformationNaturalPerson and -LegalPerson: an originator has identification data in addition to a name. */
export function originatorViolations({ naturalPerson, legalPerson }: Person): Violation[] {
  const identity = naturalPerson ?? legalPerson ?? {};
  const means = [
    ...['geographicAddress', 'customerIdentification', 'nationalIdentification'],
    ...(legalPerson === undefined ? ['dateAndPlaceOfBirth'] : []),
  ];
  const given = Object.entries(identity).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (means.some((name) => given.includes(name))) return [];
  const kind = legalPerson === undefined ? 'naturalPerson' : 'legalPerson';
  return [{ path: [kind, 'geographicAddress'], message: `Provide at least one of ${means.join(', ')}` }];
}

/** Checks SequentialIntegrity: the sequence numbers of a transfer path count from 0. */
export function sequenceViolations(path: readonly { readonly sequence: number }[]): Violation[] {
  return path.flatMap(({ sequence }, place) =>
    sequence === place ? [] : [{ path: [place, 'sequence'], message: `Must be ${place}: the path counts from 0` }],
  );
}

/** Limits of the list lengths, higher than any expected number of persons, names, addresses or accounts. */
const MAX_PERSONS = 5;
const MAX_NAMES = 5;
const MAX_ADDRESSES = 5;
const MAX_ACCOUNTS = 20;
const MAX_INTERMEDIARIES = 5;

function keeps<T>(violationsOf: (value: T) => readonly Violation[]) {
  return z.check<T>(({ value, issues }) => {
    for (const { path, message } of violationsOf(value))
      issues.push({ code: 'custom', path: [...path], message, input: value });
  });
}

const bounded = (max: number) => text.check(z.maxLength(max));
const optional = (max: number) => z.optional(bounded(max));

/** Accepts ISO country codes and `XX`, the code of an unknown country. */
const country = alpha2.check(
  z.refine((code) => code === 'XX' || countryCodes.includes(code), 'Must be an ISO 3166-1 alpha-2 code'),
);

const naturalNameTypes = ['LEGL', 'ALIA', 'BIRT', 'MAID', 'MISC'] as const;
const legalNameTypes = ['LEGL', 'SHRT', 'TRAD'] as const;
/** Excludes registration numbers (`RAID`) and LEIs (`LEIX`), which only legal persons have. */
const naturalIdentifierTypes = ['ARNU', 'CCPT', 'DRLC', 'FIIN', 'TXID', 'SOCS', 'IDCD', 'MISC'] as const;
const legalIdentifierTypes = ['RAID', 'MISC', 'LEIX', 'TXID'] as const;

function names<Identifier extends z.ZodMiniType>(identifier: Identifier) {
  const more = z.optional(z.array(identifier).check(z.maxLength(MAX_NAMES)));
  return {
    nameIdentifier: z.array(identifier).check(z.minLength(1), z.maxLength(MAX_NAMES)),
    localNameIdentifier: more,
    phoneticNameIdentifier: more,
  };
}

const naturalName = z
  .object(
    names(
      z.object({
        primaryIdentifier: bounded(100),
        secondaryIdentifier: optional(100),
        naturalPersonNameIdentifierType: z.enum(naturalNameTypes),
      }),
    ),
  )
  .check(keeps<Names>(legalNameViolations));

const legalName = z
  .object(names(z.object({ legalPersonName: bounded(100), legalPersonNameIdentifierType: z.enum(legalNameTypes) })))
  .check(keeps<Names>(legalNameViolations));

export const geographicAddress = z
  .object({
    addressType: z.enum(['HOME', 'BIZZ', 'GEOG']),
    department: optional(50),
    subDepartment: optional(70),
    streetName: optional(70),
    buildingNumber: optional(16),
    buildingName: optional(35),
    floor: optional(70),
    postBox: optional(16),
    room: optional(70),
    postCode: optional(16),
    townName: bounded(35),
    townLocationName: optional(35),
    districtName: optional(35),
    countrySubDivision: optional(35),
    addressLine: z.optional(z.array(bounded(70)).check(z.minLength(1), z.maxLength(7))),
    country,
  })
  .check(keeps<Address>(addressViolations));

const registrationAuthority = z.optional(
  z
    .string()
    .check(z.regex(/^RA[0-9]{6}$/, 'Must be a code of a registration authority, such as RA000001'), z.maxLength(8)),
);

function identification<const Types extends readonly string[]>(types: Types) {
  return z.object({
    nationalIdentifier: bounded(35),
    nationalIdentifierType: z.enum(types),
    countryOfIssue: z.optional(country),
    registrationAuthority,
  });
}

const addresses = z.optional(z.array(geographicAddress).check(z.minLength(1), z.maxLength(MAX_ADDRESSES)));

export const naturalPerson = z.object({
  name: naturalName,
  geographicAddress: addresses,
  nationalIdentification: z.optional(identification(naturalIdentifierTypes)),
  customerIdentification: optional(50),
  dateAndPlaceOfBirth: z.optional(z.object({ dateOfBirth: birthDate, placeOfBirth: bounded(70) })),
  countryOfResidence: z.optional(country),
});

export const legalPerson = z.object({
  name: legalName,
  geographicAddress: addresses,
  customerIdentification: optional(50),
  nationalIdentification: z.optional(
    identification(legalIdentifierTypes).check(keeps<NationalIdentification>(legalIdentificationViolations)),
  ),
  countryOfRegistration: z.optional(country),
});

const anyPerson = z.object({ naturalPerson: z.optional(naturalPerson), legalPerson: z.optional(legalPerson) });
export const person = anyPerson.check(keeps<Person>(personViolations));
const originatorPerson = person.check(keeps<Person>(originatorViolations));

const accountNumber = z.optional(z.array(bounded(100)).check(z.minLength(1), z.maxLength(MAX_ACCOUNTS)));

export const originator = z.object({
  originatorPerson: z.array(originatorPerson).check(z.minLength(1), z.maxLength(MAX_PERSONS)),
  accountNumber,
});

export const beneficiary = z.object({
  beneficiaryPerson: z.array(person).check(z.minLength(1), z.maxLength(MAX_PERSONS)),
  accountNumber,
});

const path = z
  .array(z.object({ intermediaryVASP: person, sequence: z.int().check(z.minimum(0), z.maximum(MAX_INTERMEDIARIES)) }))
  .check(
    z.minLength(1),
    z.maxLength(MAX_INTERMEDIARIES),
    keeps<readonly { readonly sequence: number }[]>(sequenceViolations),
  );

const transliterations = [
  ...['arab', 'aran', 'armn', 'cyrl', 'deva', 'geor', 'grek', 'hani', 'hebr', 'kana', 'kore', 'thai', 'othr'],
] as const;

const parties = {
  originatingVASP: z.optional(z.object({ originatingVASP: person })),
  beneficiaryVASP: z.optional(z.object({ beneficiaryVASP: person })),
  transferPath: z.optional(z.object({ transferPath: path })),
  payloadMetadata: z.object({
    payloadVersion: z.literal('101.2023'),
    transliterationMethod: z.optional(z.array(z.enum(transliterations)).check(z.maxLength(transliterations.length))),
  }),
};

const fits = z.refine((block: unknown) => Buffer.byteLength(JSON.stringify(block)) <= MAX_TRAVEL_RULE_BYTES, {
  error: 'Must be at most 32 KB',
});

/** Travel-rule data of a token deposit. The originator is required. */
export const depositTravelRule = z.object({ originator, beneficiary: z.optional(beneficiary), ...parties }).check(fits);

/** Travel-rule data of a token payout. The beneficiary is required. */
export const payoutTravelRule = z.object({ beneficiary, originator: z.optional(originator), ...parties }).check(fits);

export type TravelRule = z.infer<typeof depositTravelRule> | z.infer<typeof payoutTravelRule>;
