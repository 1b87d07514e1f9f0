import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createOnRamp'],
  foreign: { id: 'PARTNER_NOT_OWNER_OF_TRANSACTION_ERROR' },
  // A webhook's payload needs the user, whom the transaction names.
  roundTrips: 4,
  billed: [5, 20],
  example: { after: 'createOnRamp' },
};
