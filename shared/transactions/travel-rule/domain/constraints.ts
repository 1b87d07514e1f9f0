/**
 * Constraints of IVMS101.2023 that concern several fields, by their names in the standard. Those of one field (lengths, codes,
 * countries, dates) are in the schema.
 */

/** A broken constraint, at a field below the object that it is about. */
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

/** LegalNamePresent: of the names of a natural or a legal person, one is the name in law. */
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

/** ValidAddress: an address has a line, or a street with the name or the number of a building. */
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
 * CompleteNationalIdentifierLegalPerson and ValidLEI: the identification of a legal person names no country, and its register
 * unless it is an LEI.
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

/** Tells whether text is an LEI: 18 letters or digits and two check digits (ISO 17442, by ISO 7064 MOD 97-10). */
export function isLegalEntityIdentifier(text: string): boolean {
  if (!/^[0-9A-Z]{18}[0-9]{2}$/.test(text)) return false;
  const digits = text.replaceAll(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
}

/** A person with what identifies it; either the one or the other kind. */
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

/** A person is natural or legal. */
export function personViolations({ naturalPerson, legalPerson }: Person): Violation[] {
  if ((naturalPerson === undefined) !== (legalPerson === undefined)) return [];
  return [{ path: ['naturalPerson'], message: 'Provide exactly one of naturalPerson and legalPerson' }];
}

/** OriginatorInformationNaturalPerson and -LegalPerson: an originator can be identified by more than its name. */
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

/** SequentialIntegrity: the places on the path of a transfer count from 0. */
export function sequenceViolations(path: readonly { readonly sequence: number }[]): Violation[] {
  return path.flatMap(({ sequence }, place) =>
    sequence === place ? [] : [{ path: [place, 'sequence'], message: `Must be ${place}: the path counts from 0` }],
  );
}
