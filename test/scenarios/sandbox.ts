import type { Scenarios } from '#test/support/scenarios/scenario';

export const sandbox: Scenarios = {
  signDeclaration: {
    given: ['requestSignatures'],
    effect: { entity: 'NTF', event: 'DOCUMENT_SIGNED' },
    // A signed record is in the bucket before the signature counts.
    roundTrips: 5,
    billed: [4, 15],
    example: { after: 'expireDeclaration', again: 'requestSignatures' },
  },
  expireDeclaration: {
    given: ['requestSignatures'],
    // An owner at its third version: created, asked, expired.
    effect: { entity: 'PERSON', version: 3 },
    // Persons are read after their business. The write succeeds only if the business still has the version that was read.
    roundTrips: 4,
    billed: [3, 4],
    example: { after: 'withdrawSignature', again: 'requestSignatures' },
  },
  simulateTransaction: {
    given: ['unpaidCrossRamp'],
    body: { event: 'DEPOSIT_RECEIVED' },
    others: [{ event: 'EXPIRE' }, { event: 'PAYOUT_RETURNED' }],
    effect: { entity: 'NTF', event: 'FIAT_RECEIVED_CROSS_RAMP' },
    // A webhook's payload needs the user, whom the transaction names.
    roundTrips: 4,
    billed: [6, 25],
    example: {
      after: 'executeOffRamp',
      prepare: async ({ partner }) =>
        (await partner.get('/transactions?type=OFF_RAMP')).body.data.data[0].status === 'COMPLETED',
    },
  },
  decideVerification: {
    given: ['createUser'],
    body: { result: 'VERIFIED' },
    others: [{ result: 'REJECTED' }, { result: 'REVIEW_NEEDED' }],
    effect: { entity: 'KYC' },
    billed: [3, 26],
    example: { after: 'simulateTransaction' },
  },
  expireVerificationLink: {
    given: ['createKycLink'],
    // The user, the session, the recipients and the write follow one another.
    roundTrips: 5,
    billed: [4, 14],
    example: { after: 'createKycLink' },
  },
  setWebhookFaults: {
    roundTrips: 2,
    billed: [1, 1],
    example: { after: 'rotateWebhookSecret' },
  },
  getWebhookFaults: {
    given: ['setWebhookFaults'],
    example: { after: 'setWebhookFaults' },
  },
};
