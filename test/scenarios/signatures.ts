import type { Scenarios } from '#test/support/scenarios/scenario';

export const signatures: Scenarios = {
  requestSignatures: {
    given: ['createAssociatedPerson'],
    others: [{ country: undefined }],
    effect: { entity: 'LINK' },
    // Persons are read after their business: the write holds at the version that was read first.
    roundTrips: 4,
    billed: [3, 6],
    example: { after: 'listAssociatedPersons' },
  },
  listSignatures: {
    given: ['requestSignatures'],
    example: { after: 'requestSignatures' },
  },
  withdrawSignature: {
    given: ['requestSignatures'],
    // Persons are read after their business: the write holds at the version that was read first.
    roundTrips: 4,
    billed: [3, 4],
    example: { after: 'listSignatures' },
  },
  getSignatureDocument: {
    given: ['signDeclaration'],
    example: { after: 'signDeclaration' },
    // The first one reads how the partner shows itself, and is stored.
    roundTrips: 4,
    billed: [6, 2],
  },
};
