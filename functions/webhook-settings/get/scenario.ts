import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  roundTrips: 2,
  example: { after: 'updateWebhookSettings' },
};
