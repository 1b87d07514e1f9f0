import { randomUUID } from 'node:crypto';
import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  body: () => ({ type: 'INDIVIDUAL', email: `example-${randomUUID()}@example.com` }),
  others: [{ email: 'another@example.com' }],
  effect: { entity: 'USER' },
  roundTrips: 2,
  billed: [1, 10],
  example: { after: 'getWebhookSettings' },
};
