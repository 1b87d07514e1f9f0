/** Payloads of webhooks, as schemas. They may gain fields, so that no other is forbidden. */
import * as z from 'zod/mini';
import { id, listOf, shownText, timestamp, wholeNumber } from '#shared/api/response-schemas/common';
import { cancellationReasons } from '#shared/transactions/domain/cancellation-reason';
import type { TransactionKind } from '#shared/transactions/domain/status-facts';
import { stateMachines } from '#shared/transactions/domain/transition-table';
import { blockchains } from '#shared/values/chains/blockchain';
import { fiatCurrencies, tokenSymbols } from '#shared/values/money/currency';
import { type EventDetails, type EventName, eventFacts, eventNames } from '#shared/webhooks/domain/events';
import recordedExamples from './webhook-examples.json';

const decimalText = z.string().check(z.maxLength(60), z.regex(/^\d+(\.\d+)?$/));
/** Fields of every payload. */
const frame = { id, userId: id, sequence: wholeNumber.check(z.minimum(1)), occurredAt: timestamp };
const person = { externalUserId: shownText, firstName: shownText, lastName: shownText };

/** Lists the events of a kind of transaction whose payloads have these details. */
function transactionEvents(kind: TransactionKind, details: EventDetails): EventName[] {
  const { createdEvent, edges } = stateMachines[kind];
  const sent = new Set<EventName | null>([createdEvent, ...edges.map(({ event }) => event)]);
  return eventNames.filter((event) => sent.has(event) && eventFacts[event].details === details);
}

function transaction(kind: TransactionKind, details: EventDetails) {
  return {
    type: z.literal('TRANSACTION'),
    event: z.enum(transactionEvents(kind, details)),
    transactionId: id,
    ...person,
    ...frame,
    status: z.enum(stateMachines[kind].statuses),
  };
}

function kyc(details: EventDetails) {
  const events = eventNames.filter(
    (event) => eventFacts[event].type === 'KYC' && eventFacts[event].details === details,
  );
  return { type: z.literal('KYC'), event: z.enum(events), kycId: id, ...person, ...frame };
}

/** Fields with the exchange of an on-ramp or off-ramp. */
const rampFigures = {
  fiatCurrency: z.enum(fiatCurrencies),
  tokenSymbol: z.enum(tokenSymbols),
  fiatAmount: decimalText,
  cryptoAmount: decimalText,
  rate: decimalText,
  blockchain: z.enum(blockchains),
};
const stopped = {
  reason: z.nullable(z.enum(cancellationReasons)),
  message: z.nullable(shownText),
};
const returned = { amount: decimalText, currency: z.enum(fiatCurrencies), reason: shownText };

export const webhookPayloads = {
  CrossRampEvent: z.object(transaction('CROSS_RAMP', 'NONE')),
  CompletedCrossRampEvent: z.object({
    ...transaction('CROSS_RAMP', 'EXCHANGE'),
    sourceCurrency: z.enum(fiatCurrencies),
    targetCurrency: z.enum(fiatCurrencies),
    sourceAmount: decimalText,
    targetAmount: decimalText,
    rate: decimalText,
    blockchain: z.nullable(shownText),
  }),
  StoppedCrossRampEvent: z.object({ ...transaction('CROSS_RAMP', 'END'), ...stopped }),
  PayoutReturnedCrossRampEvent: z.object({ ...transaction('CROSS_RAMP', 'PAYOUT_RETURN'), ...returned }),
  OnRampEvent: z.object(transaction('ON_RAMP', 'NONE')),
  CompletedOnRampEvent: z.object({ ...transaction('ON_RAMP', 'EXCHANGE'), ...rampFigures }),
  StoppedOnRampEvent: z.object({ ...transaction('ON_RAMP', 'END'), ...stopped }),
  OffRampEvent: z.object(transaction('OFF_RAMP', 'NONE')),
  CompletedOffRampEvent: z.object({ ...transaction('OFF_RAMP', 'EXCHANGE'), ...rampFigures }),
  StoppedOffRampEvent: z.object({ ...transaction('OFF_RAMP', 'END'), ...stopped }),
  PayoutReturnedOffRampEvent: z.object({ ...transaction('OFF_RAMP', 'PAYOUT_RETURN'), ...returned }),
  KycEvent: z.object(kyc('NONE')),
  RejectedKycEvent: z.object({ ...kyc('REJECTION'), rejectionReasons: listOf(shownText) }),
  SignatureEvent: z.object({
    type: z.literal('SIGNATURE'),
    event: z.literal('DOCUMENT_SIGNED'),
    ...person,
    ...frame,
    associatedPersonId: id,
    signatureId: id,
  }),
  TestEvent: z.object({
    type: z.literal('TEST'),
    event: z.literal('TEST_EVENT'),
    ...frame,
    userId: z.nullable(id),
  }),
};

export type PayloadName = keyof typeof webhookPayloads;

/** Finds the payload of an event. @throws Error when no payload has it */
export function payloadFor(event: EventName): PayloadName {
  const name = Object.keys(webhookPayloads)
    .filter(isPayloadName)
    .find((one) => webhookPayloads[one].shape.event.safeParse(event).success);
  if (name === undefined) throw new Error(`No payload has the event ${event}`);
  return name;
}

function isPayloadName(name: string): name is PayloadName {
  return Object.hasOwn(webhookPayloads, name);
}

/** The body of each event as it was sent in a run on a local stack: a new one without its example does not compile. */
export const eventExamples: Readonly<Record<EventName, object>> = recordedExamples;

/** Occasion of each event: a new one without its line does not compile. */
export const eventNotes: Readonly<Record<EventName, string>> = {
  CREATED_ON_RAMP: 'An on-ramp was created and waits for its deposit.',
  FIAT_RECEIVED_ON_RAMP: 'The deposit arrived.',
  COMPLETED_ON_RAMP: "The tokens were sent to the user's wallet.",
  CANCELLED_ON_RAMP: 'The on-ramp was called off; a deposit that had arrived is returned.',
  EXPIRED_ON_RAMP: 'No deposit arrived in time.',
  FAILED_ON_RAMP: 'The tokens could not be sent; the deposit is held to be refunded.',
  CREATED_OFF_RAMP: 'An off-ramp was created and waits for its tokens.',
  CRYPTO_RECEIVED_OFF_RAMP: 'The tokens arrived at the deposit address.',
  CRYPTO_NOT_RECEIVED_OFF_RAMP: 'The off-ramp was executed and no tokens arrived. It may be executed again.',
  COMPLETED_OFF_RAMP: 'The fiat payout arrived.',
  CANCELLED_OFF_RAMP: 'The off-ramp was called off; tokens that had arrived are returned.',
  EXPIRED_OFF_RAMP: 'No tokens arrived in time.',
  FAILED_OFF_RAMP: 'The payout failed; the fiat is held to be refunded.',
  PAYOUT_RETURNED_OFF_RAMP: 'The bank sent a completed payout back. The status stays COMPLETED.',
  CREATED_CROSS_RAMP: 'A cross-ramp was created and waits for its deposit.',
  FIAT_RECEIVED_CROSS_RAMP: 'The deposit in the source currency arrived.',
  IN_PROGRESS_CROSS_RAMP: 'The conversion into the target currency started.',
  BANK_TRANSFER_PENDING_CROSS_RAMP: 'The payout was handed to the bank of the target account.',
  COMPLETED_CROSS_RAMP: 'The payout arrived.',
  CANCELLED_CROSS_RAMP: 'The cross-ramp was called off; a deposit that had arrived is returned.',
  EXPIRED_CROSS_RAMP: 'No deposit arrived in time.',
  FAILED_CROSS_RAMP: 'The conversion or the payout failed; the funds are held to be refunded.',
  PAYOUT_RETURNED_CROSS_RAMP: 'The bank sent a completed payout back. The status stays COMPLETED.',
  CREATED_KYC: 'A verification was submitted.',
  VERIFIED_USER: 'The user is verified and may transact.',
  REJECTED_KYC: 'The verification was rejected.',
  REVIEW_NEEDED_KYC: 'A person has to look at the verification.',
  DOCUMENT_SIGNED: 'A beneficial owner signed its declaration.',
  TEST_EVENT: 'You asked for a test of your webhook URL.',
};
