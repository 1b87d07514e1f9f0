import type { SimulateTransactionRequest } from '../../generated/openapi.js';

export type SimulatedEvent = SimulateTransactionRequest['event'];

/** Events that the sandbox can simulate for a transaction, with a description. */
export const simulatedEvents: Readonly<Record<SimulatedEvent, string>> = {
  DEPOSIT_RECEIVED: 'the deposit arrives',
  DEPOSIT_NOT_RECEIVED: 'the tokens do not arrive',
  EXPIRE: 'the deadline for the deposit passes',
  PAYOUT_RETURNED: 'the bank returns the payout',
  NAME_CHECK_FAILED: 'the check of the account holder will fail',
  PAYOUT_FAILED: 'the payout will fail',
  MANUAL_REVIEW: 'a person will have to make the payout',
  RELEASE_HOLD: 'the hold is released',
  REJECT_HOLD: 'screening rejects the payout, and the transaction fails',
};

export function isSimulated(name: string): name is SimulatedEvent {
  return Object.hasOwn(simulatedEvents, name);
}
