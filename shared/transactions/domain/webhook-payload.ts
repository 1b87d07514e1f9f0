import { shownAnnotations } from '#shared/transactions/domain/annotations';
import { cancellationMessage } from '#shared/transactions/domain/cancellation-reason';
import { holdActor } from '#shared/transactions/domain/hold';
import { type ExplorerLink, shownRails } from '#shared/transactions/domain/rails/shown-rails';
import type { Transaction } from '#shared/transactions/domain/transaction';
import type { User } from '#shared/users/domain/user';
import { toIsoTimeOrNull } from '#shared/values/iso-time';
import { decimalText } from '#shared/values/money/decimal';
import { moneyText } from '#shared/values/money/money';
import { type EventDetails, type EventName, eventFacts } from '#shared/webhooks/domain/events';
import { type Payload, userFields } from '#shared/webhooks/domain/payload';

/** Builds the webhook payload of an event, from the transaction after the event. */
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

/** Builders of the payload fields that depend on the event's `details`. The compiler requires a builder for each value. */
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

/** Returns the path of a receipt, relative to the API base URL. The partner reads this path with its API key. */
function receiptPath(transactionId: string): string {
  return `/transactions/${transactionId}/receipt`;
}

function payoutReturnFields({ id, payoutReturn }: Transaction): Payload {
  if (payoutReturn === undefined) return {};
  const { amount, reason } = payoutReturn;
  const returnReceipt = `${receiptPath(id)}/return`;
  return { amount: moneyText(amount), currency: amount.currency, reason, receiptPath: returnReceipt };
}

/** Returns a hold with the names of the requested fields. The transaction response contains their descriptions. */
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

/** Returns the reason for which the transaction ended without a payout, as a code and as a message for people. */
function endFields({ cancellationReason: reason }: Transaction): Payload {
  return { reason: reason ?? null, message: reason === undefined ? null : cancellationMessage(reason) };
}

/** Returns the source and target of an exchange. Amounts are decimal strings. */
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
