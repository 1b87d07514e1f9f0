import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  roundTrips: 2,
  billed: [1, 1],
  example: { after: 'rotateWebhookSecret' },
};
