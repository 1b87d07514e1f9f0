import type { Scenario } from '#shared/http/scenario';
import { releasedCrossRamp } from '#shared/transactions/examples';

export const scenario: Scenario = {
  given: ['heldCrossRamp'],
  body: { items: [{ field: 'relationship', value: 'Supplier' }] },
  others: [{ items: [{ field: 'relationship', value: 'Employee' }] }],
  effect: { entity: 'INFORMATION' },
  // A webhook's payload needs the user, whom the transaction names; the payout goes on.
  roundTrips: 5,
  billed: [6, 27],
  example: {
    after: 'replayWebhookNotifications',
    prepare: async ({ heldCrossRamp, values }) => {
      values.set(releasedCrossRamp.id, await heldCrossRamp());
      return true;
    },
  },
};
