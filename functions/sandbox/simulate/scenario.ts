import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
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
};
