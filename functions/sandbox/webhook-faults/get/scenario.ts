import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['setWebhookFaults'],
  roundTrips: 2,
  example: { after: 'setWebhookFaults' },
};
