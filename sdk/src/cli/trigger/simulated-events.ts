import type { SimulateTransactionRequest } from '../../generated/openapi.js';

export type SimulatedEvent = SimulateTransactionRequest['event'];

/** Events that the sandbox can simulate for a transaction, with a description. */
export const simulatedEvents: Readonly<Record<SimulatedEvent, string>> = {
  DEPOSIT_RECEIVED: 'the deposit arrives',
  DEPOSIT_NOT_RECEIVED: 'the tokens do not arrive',
  EXPIRE: 'the time for the deposit ends',
  PAYOUT_RETURNED: 'the bank sends the payout back',
  NAME_CHECK_FAILED: 'the account turns out to be of someone else, once that is checked',
  PAYOUT_FAILED: 'the payout fails, once it is tried',
  MANUAL_REVIEW: 'a person has to make the payout, once it is due',
  RELEASE_HOLD: 'its hold is released',
  REJECT_HOLD: 'it does not pass screening, and ends',
};

export function isSimulated(name: string): name is SimulatedEvent {
  return Object.hasOwn(simulatedEvents, name);
}
