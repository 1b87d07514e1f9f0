/** The documentation of the parts of a travel-rule block. */
import type { BodyPart } from '#shared/http/docs';
import { geographicAddress, legalPerson, naturalPerson, person } from './ivms101';

export const travelRuleParts: Readonly<Record<string, BodyPart>> = {
  TravelRulePerson: {
    schema: person,
    notes: { about: 'A natural or a legal person. An originator has an address or another field that identifies it.' },
  },
  TravelRuleNaturalPerson: {
    schema: naturalPerson,
    notes: { about: 'A person, with a name of type `LEGL` at least.' },
  },
  TravelRuleLegalPerson: {
    schema: legalPerson,
    notes: { about: 'A business or a VASP, with a name of type `LEGL` at least.' },
  },
  TravelRuleAddress: {
    schema: geographicAddress,
    notes: { about: 'An address, with `addressLine`, or with `streetName` and `buildingName` or `buildingNumber`.' },
  },
};
