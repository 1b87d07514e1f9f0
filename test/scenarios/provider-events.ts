import { randomUUID } from 'node:crypto';
import type { Scenarios } from '#test/support/scenarios/scenario';

export const providerEvents: Scenarios = {
  takeProviderEvent: {
    given: ['unpaidCrossRamp'],
    body: ({ id: transactionId }) => ({
      ...{ provider: 'banking', type: 'DEPOSIT_RECEIVED', eventId: randomUUID(), transactionId },
    }),
    billed: [5, 22],
  },
};
