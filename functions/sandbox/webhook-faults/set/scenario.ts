import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  roundTrips: 2,
  billed: [1, 1],
  example: { after: 'rotateWebhookSecret' },
};
