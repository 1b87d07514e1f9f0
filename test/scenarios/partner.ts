import type { Scenarios } from '#test/support/scenarios/scenario';

export const partner: Scenarios = {
  getApiKey: {
    example: {
      prepare: async ({ partner, values }) => {
        const { last4, lastUsedOn } = (await partner.get('/api-key')).body.data;
        values.set('k3Qz', last4);
        values.set('2026-01-15', lastUsedOn);
        return true;
      },
    },
  },
  rotateApiKey: {
    // Reads the API key, the partner, then its keys. The write fails if a key was issued after the read of the partner.
    roundTrips: 4,
    billed: [3, 12],
    effect: ({ entity, replacedBy }) => entity === 'KEY_ROW' && replacedBy !== undefined,
    others: [{ previousEndsAfterHours: 1 }],
  },
  getAllowedAddresses: {
    example: { after: 'updateAllowedAddresses' },
  },
  updateAllowedAddresses: {
    // Loopback addresses: the test sends its requests from the machine that runs the service.
    body: { allowedAddresses: ['127.0.0.0/8', '::1/128'] },
    billed: [2, 6],
    example: {
      prepare: async ({ values }) => {
        values.set('203.0.113.0/24', '127.0.0.0/8');
        return true;
      },
    },
  },
  getBranding: {
    example: { after: 'updateBranding' },
  },
  updateBranding: {
    others: [{ logo: null }, { color: '#1b4fd8' }],
    billed: [2, 2],
  },
  getLogo: {
    given: ['updateBranding'],
  },
  getCapabilities: {
    // Reads the API key, then the statuses of payment rails. A process caches the statuses for a minute.
    roundTrips: 2,
    example: { after: 'getQuote' },
  },
  listChanges: {
    given: ['startKyc'],
    example: {
      after: 'getSettlementCalendar',
      prepare: async ({ partner }) => (await partner.get('/changes?types=KYC')).body.data.data.length === 2,
    },
  },
  getSettlementReport: {
    given: ['completedCrossRamp'],
    // Reads the API key, the report and the totals of the day, then stores the final report. Later requests read only the report.
    roundTrips: 4,
    billed: [3, 34],
    example: {
      after: 'getReceipt',
      prepare: async ({ values }) => {
        values.set('2026-11-23', new Date().toISOString().slice(0, 10));
        return true;
      },
    },
  },
};
