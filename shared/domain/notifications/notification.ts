import { decimalText } from '#shared/domain/money/decimal';
import { moneyText } from '#shared/domain/money/money';
import { type EventName, eventTypes } from '#shared/domain/notifications/events';
import type { Person } from '#shared/domain/owners/person';
import { cancellationMessage } from '#shared/domain/transactions/cancellation-reason';
import type { Transaction } from '#shared/domain/transactions/transaction';
import { namesOf, type User } from '#shared/domain/users/user';

/** What partners are sent, flat. No signing link and no bank number ever stands in one. */
export type Payload = Readonly<Record<string, string | number | null>>;

/** Who the payload is about: an external id the partner chose, or ours. */
function person(user: User): Payload {
  return { externalUserId: user.externalUserId ?? user.id, ...namesOf(user) };
}

/** The payload of a transaction's event, of the transaction as it stands after the event. */
export function transactionPayload(event: EventName, transaction: Transaction, user: User): Payload {
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

function outcome(event: EventName, transaction: Transaction): Payload {
  const { payoutReturn } = transaction;
  if (event.startsWith('COMPLETED_')) return figures(transaction);
  if (event.startsWith('CANCELLED_') || event.startsWith('FAILED_')) return ended(transaction);
  if (!event.startsWith('PAYOUT_RETURNED_') || payoutReturn === undefined) return {};
  const { amount, reason } = payoutReturn;
  return { amount: moneyText(amount), currency: amount.currency, reason };
}

/** Why it ended without its payout: the code, and the sentence for people. */
function ended({ cancellationReason: reason }: Transaction): Payload {
  return {
    reason: reason ?? null,
    message: reason === undefined ? null : cancellationMessage(reason),
  };
}

/** What was exchanged for what. Amounts are decimal strings. */
function figures(transaction: Transaction): Payload {
  const rate = decimalText(transaction.rate);
  if (transaction.kind === 'CROSS_RAMP') {
    return {
      sourceCurrency: transaction.sourceAmount.currency,
      targetCurrency: transaction.targetAmount.currency,
      sourceAmount: moneyText(transaction.sourceAmount),
      targetAmount: moneyText(transaction.targetAmount),
      rate,
      blockchain: null,
    };
  }
  return {
    fiatCurrency: transaction.fiatAmount.currency,
    tokenSymbol: transaction.cryptoAmount.currency,
    fiatAmount: moneyText(transaction.fiatAmount),
    cryptoAmount: moneyText(transaction.cryptoAmount),
    rate,
    blockchain: transaction.blockchain,
  };
}

/** The payload of a verification event. */
export function kycPayload(event: EventName, user: User): Payload {
  return { type: eventTypes[event], event, ...person(user) };
}

/** The payload of a signature: the names are the owner's. */
export function signaturePayload(user: User, owner: Person): Payload {
  return {
    type: eventTypes.DOCUMENT_SIGNED,
    event: 'DOCUMENT_SIGNED',
    externalUserId: user.externalUserId ?? user.id,
    firstName: owner.firstName,
    lastName: owner.lastName,
    associatedPersonId: owner.id,
  };
}

/** The payload of a test, which tells of nothing that happened. */
export function testPayload(sequence: number): Payload {
  return { type: eventTypes.TEST_EVENT, event: 'TEST_EVENT', sequence };
}
