import type { Scenarios } from '#test/support/scenarios/scenario';

export const kyc: Scenarios = {
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
};
