/** Schemas of webhook payloads. Other fields are allowed, because payloads can get new fields. */

import * as z from 'zod/mini';
import { isEventName as isTriggered, journeys } from '#sdk/cli/trigger/journeys';
import { id, listOf, shownText, timestamp, wholeNumber } from '#shared/api/response-fields';
import { cancellationReasons } from '#shared/transactions/domain/cancellation-reason';
import { holdReasons } from '#shared/transactions/domain/hold';
import { stateMachines } from '#shared/transactions/domain/status-facts';
import { Metadata, Rails } from '#shared/transactions/response-schema';
import { blockchains, fiatCurrencies, tokenSymbols } from '#shared/values/money/currency';
import type { StageName } from '#shared/values/stage-name';
import type { TransactionKind } from '#shared/values/transaction-kinds';
import { type EventDetails, type EventName, eventFacts, eventNames } from '#shared/webhooks/domain/events';
import recordedExamples from './webhook-examples.json';

const decimalText = z.string().check(z.maxLength(60), z.regex(/^\d+(\.\d+)?$/));
/** Fields of every payload. */
const environment = z.enum(['sandbox', 'production'] satisfies readonly StageName[]);
const frame = { environment, id, userId: id, sequence: wholeNumber.check(z.minimum(1)), occurredAt: timestamp };
const person = { externalUserId: shownText, firstName: shownText, lastName: shownText };

/** Lists the events of a transaction type with the given group of payload fields. */
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
    externalId: z.nullable(shownText),
    metadata: Metadata,
    rails: Rails,
  };
}

function kyc(details: EventDetails) {
  const events = eventNames.filter(
    (event) => eventFacts[event].type === 'KYC' && eventFacts[event].details === details,
  );
  return { type: z.literal('KYC'), event: z.enum(events), kycId: id, ...person, ...frame };
}

const link = {
  kind: z.enum(['KYC', 'KYB']),
  country: shownText,
  expiresAt: timestamp,
  openedAt: z.nullable(timestamp),
};

/** Fields about the exchange of an on-ramp or off-ramp. */
const rampFigures = {
  fiatCurrency: z.enum(fiatCurrencies),
  tokenSymbol: z.enum(tokenSymbols),
  fiatAmount: decimalText,
  cryptoAmount: decimalText,
  rate: decimalText,
  blockchain: z.enum(blockchains),
  receiptPath: shownText,
};
const stopped = { reason: z.nullable(z.enum(cancellationReasons)), message: z.nullable(shownText) };
const held = {
  reason: z.enum(holdReasons),
  actor: z.enum(['PARTNER', 'PLATFORM']),
  requestedFields: listOf(shownText),
  deadline: z.nullable(timestamp),
};
const returned = { amount: decimalText, currency: z.enum(fiatCurrencies), reason: shownText, receiptPath: shownText };

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
    receiptPath: shownText,
  }),
  StoppedCrossRampEvent: z.object({ ...transaction('CROSS_RAMP', 'END'), ...stopped }),
  PayoutReturnedCrossRampEvent: z.object({ ...transaction('CROSS_RAMP', 'PAYOUT_RETURN'), ...returned }),
  HeldCrossRampEvent: z.object({ ...transaction('CROSS_RAMP', 'HOLD'), ...held }),
  OnRampEvent: z.object(transaction('ON_RAMP', 'NONE')),
  CompletedOnRampEvent: z.object({ ...transaction('ON_RAMP', 'EXCHANGE'), ...rampFigures }),
  StoppedOnRampEvent: z.object({ ...transaction('ON_RAMP', 'END'), ...stopped }),
  HeldOnRampEvent: z.object({ ...transaction('ON_RAMP', 'HOLD'), ...held }),
  OffRampEvent: z.object(transaction('OFF_RAMP', 'NONE')),
  CompletedOffRampEvent: z.object({ ...transaction('OFF_RAMP', 'EXCHANGE'), ...rampFigures }),
  StoppedOffRampEvent: z.object({ ...transaction('OFF_RAMP', 'END'), ...stopped }),
  PayoutReturnedOffRampEvent: z.object({ ...transaction('OFF_RAMP', 'PAYOUT_RETURN'), ...returned }),
  HeldOffRampEvent: z.object({ ...transaction('OFF_RAMP', 'HOLD'), ...held }),
  KycEvent: z.object(kyc('NONE')),
  LinkEvent: z.object({ ...kyc('LINK'), ...link }),
  ResubmissionEvent: z.object({ ...kyc('RESUBMISSION'), ...link, reasons: listOf(shownText) }),
  RejectedKycEvent: z.object({ ...kyc('REJECTION'), rejectionReasons: listOf(shownText) }),
  SignatureEvent: z.object({
    type: z.literal('SIGNATURE'),
    event: z.literal('DOCUMENT_SIGNED'),
    ...person,
    ...frame,
    associatedPersonId: id,
    signatureId: id,
  }),
  TestEvent: z.object({ type: z.literal('TEST'), event: z.literal('TEST_EVENT'), ...frame, userId: z.nullable(id) }),
};

export type PayloadName = keyof typeof webhookPayloads;

/** Finds the payload schema of an event. @throws Error if there is none */
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

/** Recorded body of each event from a local stack. A new event without an example does not compile. */
export const eventExamples: Readonly<Record<EventName, object>> = recordedExamples;

/** Describes when we send an event. @throws Error if there is no description */
export function eventNote(event: EventName): string {
  if (!isTriggered(event))
    throw new Error(`${event} has no line in sdk/src/cli/trigger/journeys.ts, which says when it is sent`);
  return journeys[event].when;
}
