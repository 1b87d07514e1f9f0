import { randomUUID } from 'node:crypto';
import type { Scenarios } from '#test/support/scenarios/scenario';

export const providers: Scenarios = {
  reportVerification: {
    unreachable: 'Reports of a verification provider come only where the stage has one.',
  },
  takeProviderEvent: {
    given: ['unpaidCrossRamp'],
    body: ({ id: transactionId }) => ({
      ...{ provider: 'banking', type: 'DEPOSIT_RECEIVED', eventId: randomUUID(), transactionId },
    }),
    billed: [5, 22],
  },
};
