import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createReceiver'],
  // A receiver's accounts are read after the receiver: the write holds at the version that was read first.
  roundTrips: 4,
  billed: [3, 8],
  example: { after: 'deleteReceiverBankAccount' },
};
