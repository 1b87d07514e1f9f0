/** The documentation of the parts of a travel-rule block. */
import type { BodyPart } from '#shared/http/docs';
import { beneficiary, geographicAddress, legalPerson, naturalPerson, originator, person } from './ivms101';

export const travelRuleParts: Readonly<Record<string, BodyPart>> = {
  TravelRuleOriginator: {
    schema: originator,
    notes: {
      about: 'The sender of a transfer. Each person has an address or another field that identifies it.',
      accountNumber: 'Addresses of wallets, or numbers of accounts, that it sends from.',
    },
  },
  TravelRuleBeneficiary: {
    schema: beneficiary,
    notes: {
      about: 'The receiver of a transfer.',
      accountNumber: 'Addresses of wallets, or numbers of accounts, that it receives at.',
    },
  },
  TravelRulePerson: {
    schema: person,
    notes: { about: 'A natural or a legal person.' },
  },
  TravelRuleNaturalPerson: {
    schema: naturalPerson,
    notes: { about: 'A person, with a name of type `LEGL` at least.' },
  },
  TravelRuleLegalPerson: {
    schema: legalPerson,
    notes: {
      about: 'A business or a VASP, with a name of type `LEGL` at least.',
      name: 'Names in law, in trade, and short ones.',
    },
  },
  TravelRuleAddress: {
    schema: geographicAddress,
    notes: { about: 'An address, with `addressLine`, or with `streetName` and `buildingName` or `buildingNumber`.' },
  },
};
