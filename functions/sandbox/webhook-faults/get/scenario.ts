import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  given: ['setWebhookFaults'],
  roundTrips: 2,
  example: { after: 'setWebhookFaults' },
};
