import { randomUUID } from 'node:crypto';
import { exampleBusiness } from '#shared/users/examples';
import type { Scenarios } from '#test/support/scenarios/scenario';

export const verification: Scenarios = {
  startKyc: {
    given: ['createUser'],
    body: { country: 'MX', firstName: 'Ana', lastName: 'García' },
    others: [{ lastName: 'Review' }],
    effect: { entity: 'KYC' },
    billed: [3, 18],
    example: { after: 'createUser' },
  },
  getUserKyc: {
    given: ['startKyc'],
    example: {
      after: 'startKyc',
      prepare: async ({ partner }) => (await partner.get('/users')).body.data.data[0].kycStatus === 'VERIFIED',
    },
  },
  getKycDetails: {
    given: ['startKyc'],
    example: { after: 'getUserKyc' },
  },
  createKycLink: {
    given: ['createUser'],
    others: [{ partnerRedirectUri: 'https://example.com/back' }],
    effect: { entity: 'LINK' },
    billed: [2, 7],
    example: { after: 'decideVerification' },
  },
  createKybLink: {
    given: ['business'],
    others: [{ partnerRedirectUri: 'https://example.com/back' }],
    effect: { entity: 'LINK' },
    billed: [2, 7],
    example: {
      after: 'createKycLink',
      prepare: async ({ partner, values }) => {
        const { id, name } = exampleBusiness;
        values.set(id, await partner.newUser({ type: 'BUSINESS', businessName: name }));
        return true;
      },
    },
  },
  getKyb: {
    given: ['createKybLink'],
    example: { after: 'createKybLink' },
  },
  requestSignatures: {
    given: ['createAssociatedPerson'],
    others: [{ country: undefined }],
    effect: { entity: 'LINK' },
    // Reads the API key, then the business, then its persons. The write fails if the business changed after its read.
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
    // Reads the API key, then the business, then its persons. The write fails if the business changed after its read.
    roundTrips: 4,
    billed: [3, 4],
    example: { after: 'listSignatures' },
  },
  getSignatureDocument: {
    given: ['signDeclaration'],
    example: { after: 'signDeclaration' },
    // The first request reads the API key, the declaration and the branding, then stores the document. Requests to S3 are not
    // counted.
    roundTrips: 4,
    billed: [6, 2],
  },
  createAssociatedPerson: {
    given: ['business'],
    body: () => ({
      ...{ role: 'UBO', firstName: 'Lucía', lastName: 'Hernández', dateOfBirth: '1980-02-29' },
      email: `owner-${randomUUID()}@example.com`,
    }),
    others: [{ email: 'another@example.com' }],
    effect: { entity: 'PERSON' },
    // Reads the API key, then the business, then its persons. The write fails if the business changed after its read.
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
    // Reads the API key, then the business, then its persons. The write fails if the business changed after its read.
    roundTrips: 4,
    billed: [3, 6],
    example: { after: 'getSignatureDocument' },
  },
};
