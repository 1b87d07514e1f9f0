import { decimalText } from '#shared/domain/money/decimal';
import { moneyText } from '#shared/domain/money/money';
import { type EventName, eventTypes } from '#shared/domain/notifications/events';
import type { CrossRamp } from '#shared/domain/transactions/cross-ramp';
import { namesOf, type User } from '#shared/domain/users/user';

/** What partners are sent, flat. No signing link and no bank number ever stands in one. */
export type Payload = Readonly<Record<string, string | number | null>>;

/** Who the payload is about: an external id the partner chose, or ours. */
function person(user: User): Payload {
  return { externalUserId: user.externalUserId ?? user.id, ...namesOf(user) };
}

/** The payload of a cross-ramp event, of the transaction as it stands after the event. */
export function crossRampPayload(event: EventName, transaction: CrossRamp, user: User): Payload {
  return {
    type: eventTypes[event],
    event,
    transactionId: transaction.id,
    ...person(user),
    sequence: transaction.sequence,
    status: transaction.status,
    ...outcome(event, transaction),
  };
}

function outcome(event: EventName, transaction: CrossRamp): Payload {
  switch (event) {
    case 'COMPLETED_CROSS_RAMP':
      return {
        sourceCurrency: transaction.sourceAmount.currency,
        targetCurrency: transaction.targetAmount.currency,
        sourceAmount: moneyText(transaction.sourceAmount),
        targetAmount: moneyText(transaction.targetAmount),
        rate: decimalText(transaction.rate),
        blockchain: null,
      };
    case 'CANCELLED_CROSS_RAMP':
    case 'FAILED_CROSS_RAMP':
      return { reason: transaction.cancellationReason ?? null };
    case 'PAYOUT_RETURNED_CROSS_RAMP':
      return transaction.payoutReturn === undefined
        ? {}
        : {
            amount: moneyText(transaction.payoutReturn.amount),
            currency: transaction.payoutReturn.amount.currency,
            reason: transaction.payoutReturn.reason,
          };
    default:
      return {};
  }
}

/** The payload of a verification event. */
export function kycPayload(event: EventName, user: User): Payload {
  return { type: eventTypes[event], event, ...person(user) };
}
