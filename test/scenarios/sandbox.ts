import type { Scenarios } from '#test/support/scenarios/scenario';

export const sandbox: Scenarios = {
  signDeclaration: {
    given: ['requestSignatures'],
    effect: { entity: 'NTF', event: 'DOCUMENT_SIGNED' },
    // Reads the API key, the business, its persons, then the webhook recipients. Then writes. The storage of the signed
    // declaration in S3 is not counted.
    roundTrips: 5,
    billed: [4, 15],
    example: { after: 'expireDeclaration', again: 'requestSignatures' },
  },
  expireDeclaration: {
    given: ['requestSignatures'],
    // Version 3 of the owner: after the creation, the signature request and the expiry.
    effect: { entity: 'PERSON', version: 3 },
    // Reads the API key, then the business, then its persons. The write fails if the business changed after its read.
    roundTrips: 4,
    billed: [3, 4],
    example: { after: 'withdrawSignature', again: 'requestSignatures' },
  },
  simulateTransaction: {
    given: ['unpaidCrossRamp'],
    body: { event: 'DEPOSIT_RECEIVED' },
    others: [{ event: 'EXPIRE' }, { event: 'PAYOUT_RETURNED' }],
    effect: { entity: 'NTF', event: 'FIAT_RECEIVED_CROSS_RAMP' },
    // Reads the API key, the transaction, then its user for the webhook payload. Then writes.
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
    // Reads the API key, the user, the session and the webhook recipients one after another, then writes.
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
