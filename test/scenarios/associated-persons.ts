import { randomUUID } from 'node:crypto';
import type { Scenarios } from '#test/support/scenarios/scenario';

export const associatedPersons: Scenarios = {
  createAssociatedPerson: {
    given: ['business'],
    body: () => ({
      ...{ role: 'UBO', firstName: 'Lucía', lastName: 'Hernández', dateOfBirth: '1980-02-29' },
      email: `owner-${randomUUID()}@example.com`,
    }),
    others: [{ email: 'another@example.com' }],
    effect: { entity: 'PERSON' },
    // Persons are read after their business: the write holds at the version that was read first.
    roundTrips: 4,
    billed: [3, 4],
    example: { after: 'getWebhookFaults' },
  },
  listAssociatedPersons: {
    given: ['createAssociatedPerson'],
    example: { after: 'createAssociatedPerson' },
  },
  deleteAssociatedPerson: {
    given: ['signDeclaration'],
    // Persons are read after their business: the write holds at the version that was read first.
    roundTrips: 4,
    billed: [3, 6],
    example: { after: 'getSignatureDocument' },
  },
};
