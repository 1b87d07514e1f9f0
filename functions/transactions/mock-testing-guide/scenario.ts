import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  roundTrips: 1,
  example: { after: 'rotateWebhookEndpointSecret' },
};
