import { decimalText } from '#shared/domain/money/decimal';
import { moneyText } from '#shared/domain/money/money';
import { type EventName, eventTypes } from '#shared/domain/notifications/events';
import type { Person } from '#shared/domain/owners/person';
import { cancellationMessage } from '#shared/domain/transactions/cancellation-reason';
import type { Transaction } from '#shared/domain/transactions/transaction';
import { namesOf, type User } from '#shared/domain/users/user';
import type { Verification } from '#shared/domain/users/verification';

/** What partners are sent, flat. No signing link and no bank number ever stands in one. */
export type Payload = Readonly<Record<string, string | number | null | readonly string[]>>;

/** What stands in every payload, whatever it tells about (contract, Webhooks). */
export interface PayloadFrame {
  /** Of the notification. */
  readonly id: string;
  readonly occurredAtMs: number;
  /** The user that it concerns; null for a test. */
  readonly userId: string | null;
  /** Position among the notifications of the same subject, from 1. */
  readonly sequence: number;
}

/** The payload as it is sent: what happened, with what stands in every payload. */
export function framed({ id, occurredAtMs, userId, sequence }: PayloadFrame, content: Payload): Payload {
  return { ...content, id, userId, sequence, occurredAt: new Date(occurredAtMs).toISOString() };
}

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

/** The payload of a verification event; a rejection says why. */
export function kycPayload(
  event: EventName,
  user: User,
  { id, rejectionReasons }: Pick<Verification, 'id' | 'rejectionReasons'>,
): Payload {
  return {
    type: eventTypes[event],
    event,
    kycId: id,
    ...person(user),
    ...(event === 'REJECTED_KYC' ? { rejectionReasons } : {}),
  };
}

/** The payload of a signature: the names are the owner's, the id is the declaration's. */
export function signaturePayload(user: User, owner: Person): Payload {
  return {
    type: eventTypes.DOCUMENT_SIGNED,
    event: 'DOCUMENT_SIGNED',
    externalUserId: user.externalUserId ?? user.id,
    firstName: owner.firstName,
    lastName: owner.lastName,
    associatedPersonId: owner.id,
    // Whoever has signed has a declaration.
    signatureId: owner.cedula?.id ?? null,
  };
}

/** The payload of a test, which tells of nothing that happened. */
export function testPayload(): Payload {
  return { type: eventTypes.TEST_EVENT, event: 'TEST_EVENT' };
}
