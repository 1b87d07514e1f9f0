import { randomUUID } from 'node:crypto';
import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['unpaidCrossRamp'],
  body: ({ id: transactionId }) => ({
    ...{ provider: 'banking', type: 'DEPOSIT_RECEIVED', eventId: randomUUID(), transactionId },
  }),
  billed: [5, 22],
};
