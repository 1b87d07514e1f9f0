import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createReceiverBankAccount'],
  // A list's rows name its items, and a receiver its user.
  roundTrips: 3,
  example: { after: 'createReceiverBankAccount' },
};
