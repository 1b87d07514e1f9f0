import type { IdentityVerification } from '#shared/identity/domain/identity-verification';
import type { AssociatedPerson } from '#shared/signatures/domain/associated-person';
import { shownAnnotations } from '#shared/transactions/domain/annotations';
import { cancellationMessage } from '#shared/transactions/domain/cancellation-reason';
import { holdActor } from '#shared/transactions/domain/hold';
import { type ExplorerLink, shownRails } from '#shared/transactions/domain/rails/shown-rails';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { toDisplayNames, type User } from '#shared/users/domain/user';
import { toIsoTimeOrNull } from '#shared/values/iso-time';
import { decimalText } from '#shared/values/money/decimal';
import { moneyText } from '#shared/values/money/money';
import type { StageName } from '#shared/values/stage-name';
import { type EventDetails, type EventName, eventFacts } from './events';

/** The flat object that partners are sent. No signing link and no bank number stands in one. */
export type Payload = Readonly<
  Record<string, string | number | null | readonly string[] | Readonly<Record<string, string>> | Rails>
>;

type Rails = ReturnType<typeof shownRails>;

/** Members of every payload, of any event (contract, Webhooks). */
export interface PayloadEnvelope {
  /** Environment of the event: a sandbox moves no money. */
  readonly environment: StageName;
  /** Of the notification. */
  readonly id: string;
  readonly occurredAtMs: number;
  /** The user that it concerns; null for a test. */
  readonly userId: string | null;
  /** Position among the notifications of the same subject, from 1. */
  readonly sequence: number;
}

/** The payload as it is sent: the event's own fields with those of every payload. */
export function withEnvelope(
  { environment, id, occurredAtMs, userId, sequence }: PayloadEnvelope,
  content: Payload,
): Payload {
  return { environment, ...content, id, userId, sequence, occurredAt: new Date(occurredAtMs).toISOString() };
}

/** User that the payload is about: an external id the partner chose, or ours. */
function userFields(user: User): Payload {
  return { externalUserId: user.externalUserId ?? user.id, ...toDisplayNames(user) };
}

/** The payload of a transaction's event, of the transaction as it stands after the event. */
export function transactionPayload(
  event: EventName,
  transaction: Transaction,
  { user, linkTo }: { readonly user: User; readonly linkTo?: ExplorerLink },
): Payload {
  return {
    type: eventFacts[event].type,
    event,
    transactionId: transaction.id,
    ...userFields(user),
    status: transaction.status,
    ...shownAnnotations(transaction),
    rails: shownRails(transaction, linkTo),
    ...detailBuilders[eventFacts[event].details](transaction),
  };
}

/** Members of a transaction's payload beyond its status: details without their builder do not compile. */
const detailBuilders: Readonly<Record<EventDetails, (transaction: Transaction) => Payload>> = {
  NONE: () => ({}),
  EXCHANGE: exchangedAmounts,
  END: endFields,
  PAYOUT_RETURN: payoutReturnFields,
  HOLD: holdFields,
  REJECTION: () => ({}),
  LINK: () => ({}),
  RESUBMISSION: () => ({}),
};

/** Path of a receipt beneath that of the API: it is read with the partner's key. */
function receiptPath(transactionId: string): string {
  return `/transactions/${transactionId}/receipt`;
}

function payoutReturnFields({ id, payoutReturn }: Transaction): Payload {
  if (payoutReturn === undefined) return {};
  const { amount, reason } = payoutReturn;
  const returnReceipt = `${receiptPath(id)}/return`;
  return { amount: moneyText(amount), currency: amount.currency, reason, receiptPath: returnReceipt };
}

/** A hold with the fields that its partner is asked for, the descriptions of which the transaction has. */
function holdFields({ hold }: Transaction): Payload {
  if (hold === undefined) return {};
  const { reason, requestedInformation, deadlineMs } = hold;
  return {
    reason,
    actor: holdActor(hold),
    requestedFields: requestedInformation.map(({ field }) => field),
    deadline: toIsoTimeOrNull(deadlineMs),
  };
}

/** Why it ended without its payout: the code, and the sentence for people. */
function endFields({ cancellationReason: reason }: Transaction): Payload {
  return { reason: reason ?? null, message: reason === undefined ? null : cancellationMessage(reason) };
}

/** Both sides of an exchange. Amounts are decimal strings. */
function exchangedAmounts(transaction: Transaction): Payload {
  const rate = decimalText(transaction.rate);
  if (transaction.kind === 'CROSS_RAMP') {
    return {
      sourceCurrency: transaction.sourceAmount.currency,
      targetCurrency: transaction.targetAmount.currency,
      sourceAmount: moneyText(transaction.sourceAmount),
      targetAmount: moneyText(transaction.targetAmount),
      rate,
      blockchain: null,
      receiptPath: receiptPath(transaction.id),
    };
  }
  return {
    fiatCurrency: transaction.fiatAmount.currency,
    tokenSymbol: transaction.cryptoAmount.currency,
    fiatAmount: moneyText(transaction.fiatAmount),
    cryptoAmount: moneyText(transaction.cryptoAmount),
    rate,
    blockchain: transaction.blockchain,
    receiptPath: receiptPath(transaction.id),
  };
}

/** The payload of a verification event; a rejection says why. */
export function kycPayload(
  event: EventName,
  user: User,
  { id, rejectionReasons }: Pick<IdentityVerification, 'id' | 'rejectionReasons'>,
): Payload {
  return {
    type: eventFacts[event].type,
    event,
    kycId: id,
    ...userFields(user),
    ...(eventFacts[event].details === 'REJECTION' ? { rejectionReasons } : {}),
  };
}

/** The payload of a signature: the names are the owner's, the id is the declaration's. */
export function signaturePayload(user: User, owner: AssociatedPerson): Payload {
  return {
    type: eventFacts.DOCUMENT_SIGNED.type,
    event: 'DOCUMENT_SIGNED',
    externalUserId: user.externalUserId ?? user.id,
    firstName: owner.firstName,
    lastName: owner.lastName,
    associatedPersonId: owner.id,
    // An owner that has signed has a declaration.
    signatureId: owner.declaration?.id ?? null,
  };
}

/** The payload of a test. Nothing has happened. */
export function testPayload(): Payload {
  return { type: eventFacts.TEST_EVENT.type, event: 'TEST_EVENT' };
}
