/** What partners are sent, as schemas. Payloads may gain fields, so these do not forbid others. */
import * as z from 'zod/mini';
import { id, timestamp } from '#shared/api/response-schemas/common';
import { cancellationReasons } from '#shared/transactions/domain/cancellation-reason';
import type { TransactionKind } from '#shared/transactions/domain/status-facts';
import { stateMachines } from '#shared/transactions/domain/transition-table';
import { blockchains } from '#shared/values/chains/blockchain';
import { fiatCurrencies, tokenSymbols } from '#shared/values/money/currency';
import type { EventName } from '#shared/webhooks/domain/events';

const decimalText = z.string().check(z.regex(/^\d+(\.\d+)?$/));
/** What stands in every payload. */
const frame = { id, userId: id, sequence: z.int().check(z.minimum(1)), occurredAt: timestamp };
const person = { externalUserId: z.string(), firstName: z.string(), lastName: z.string() };

function transaction<const Events extends readonly [EventName, ...EventName[]]>(
  kind: TransactionKind,
  events: Events,
) {
  return {
    type: z.literal('TRANSACTION'),
    event: z.enum(events),
    transactionId: id,
    ...person,
    ...frame,
    status: z.enum(stateMachines[kind].statuses),
  };
}

function kyc<const Events extends readonly [EventName, ...EventName[]]>(events: Events) {
  return { type: z.literal('KYC'), event: z.enum(events), kycId: id, ...person, ...frame };
}

/** What was exchanged for what, in an on-ramp or off-ramp. */
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
  message: z.nullable(z.string()),
};
const returned = { amount: decimalText, currency: z.enum(fiatCurrencies), reason: z.string() };

export const webhookPayloads = {
  CrossRampEvent: z.object(
    transaction('CROSS_RAMP', [
      'CREATED_CROSS_RAMP',
      'FIAT_RECEIVED_CROSS_RAMP',
      'IN_PROGRESS_CROSS_RAMP',
      'BANK_TRANSFER_PENDING_CROSS_RAMP',
      'EXPIRED_CROSS_RAMP',
    ]),
  ),
  CompletedCrossRampEvent: z.object({
    ...transaction('CROSS_RAMP', ['COMPLETED_CROSS_RAMP']),
    sourceCurrency: z.enum(fiatCurrencies),
    targetCurrency: z.enum(fiatCurrencies),
    sourceAmount: decimalText,
    targetAmount: decimalText,
    rate: decimalText,
    blockchain: z.null(),
  }),
  StoppedCrossRampEvent: z.object({
    ...transaction('CROSS_RAMP', ['CANCELLED_CROSS_RAMP', 'FAILED_CROSS_RAMP']),
    ...stopped,
  }),
  PayoutReturnedCrossRampEvent: z.object({
    ...transaction('CROSS_RAMP', ['PAYOUT_RETURNED_CROSS_RAMP']),
    ...returned,
  }),
  OnRampEvent: z.object(
    transaction('ON_RAMP', ['CREATED_ON_RAMP', 'FIAT_RECEIVED_ON_RAMP', 'EXPIRED_ON_RAMP']),
  ),
  CompletedOnRampEvent: z.object({ ...transaction('ON_RAMP', ['COMPLETED_ON_RAMP']), ...rampFigures }),
  StoppedOnRampEvent: z.object({
    ...transaction('ON_RAMP', ['CANCELLED_ON_RAMP', 'FAILED_ON_RAMP']),
    ...stopped,
  }),
  OffRampEvent: z.object(
    transaction('OFF_RAMP', [
      'CREATED_OFF_RAMP',
      'CRYPTO_RECEIVED_OFF_RAMP',
      'CRYPTO_NOT_RECEIVED_OFF_RAMP',
      'EXPIRED_OFF_RAMP',
    ]),
  ),
  CompletedOffRampEvent: z.object({ ...transaction('OFF_RAMP', ['COMPLETED_OFF_RAMP']), ...rampFigures }),
  StoppedOffRampEvent: z.object({
    ...transaction('OFF_RAMP', ['CANCELLED_OFF_RAMP', 'FAILED_OFF_RAMP']),
    ...stopped,
  }),
  PayoutReturnedOffRampEvent: z.object({
    ...transaction('OFF_RAMP', ['PAYOUT_RETURNED_OFF_RAMP']),
    ...returned,
  }),
  KycEvent: z.object(kyc(['CREATED_KYC', 'VERIFIED_USER', 'REVIEW_NEEDED_KYC'])),
  RejectedKycEvent: z.object({ ...kyc(['REJECTED_KYC']), rejectionReasons: z.array(z.string()) }),
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
    userId: z.null(),
  }),
};

export type PayloadName = keyof typeof webhookPayloads;

interface EventNote {
  readonly payload: PayloadName;
  /** When it is sent. */
  readonly when: string;
}

/** Every event: a new one without its line does not compile. */
export const eventNotes: Readonly<Record<EventName, EventNote>> = {
  CREATED_ON_RAMP: { payload: 'OnRampEvent', when: 'An on-ramp was created and waits for its deposit.' },
  FIAT_RECEIVED_ON_RAMP: { payload: 'OnRampEvent', when: 'The deposit arrived.' },
  COMPLETED_ON_RAMP: { payload: 'CompletedOnRampEvent', when: "The tokens were sent to the user's wallet." },
  CANCELLED_ON_RAMP: {
    payload: 'StoppedOnRampEvent',
    when: 'The on-ramp was called off; a deposit that had arrived is returned.',
  },
  EXPIRED_ON_RAMP: { payload: 'OnRampEvent', when: 'No deposit arrived in time.' },
  FAILED_ON_RAMP: {
    payload: 'StoppedOnRampEvent',
    when: 'The tokens could not be sent; the deposit is held to be refunded.',
  },
  CREATED_OFF_RAMP: { payload: 'OffRampEvent', when: 'An off-ramp was created and waits for its tokens.' },
  CRYPTO_RECEIVED_OFF_RAMP: { payload: 'OffRampEvent', when: 'The tokens arrived at the deposit address.' },
  CRYPTO_NOT_RECEIVED_OFF_RAMP: {
    payload: 'OffRampEvent',
    when: 'The off-ramp was executed and no tokens arrived. It may be executed again.',
  },
  COMPLETED_OFF_RAMP: { payload: 'CompletedOffRampEvent', when: 'The fiat payout arrived.' },
  CANCELLED_OFF_RAMP: {
    payload: 'StoppedOffRampEvent',
    when: 'The off-ramp was called off; tokens that had arrived are returned.',
  },
  EXPIRED_OFF_RAMP: { payload: 'OffRampEvent', when: 'No tokens arrived in time.' },
  FAILED_OFF_RAMP: {
    payload: 'StoppedOffRampEvent',
    when: 'The payout failed; the fiat is held to be refunded.',
  },
  PAYOUT_RETURNED_OFF_RAMP: {
    payload: 'PayoutReturnedOffRampEvent',
    when: 'The bank sent a completed payout back. The status stays COMPLETED.',
  },
  CREATED_CROSS_RAMP: {
    payload: 'CrossRampEvent',
    when: 'A cross-ramp was created and waits for its deposit.',
  },
  FIAT_RECEIVED_CROSS_RAMP: {
    payload: 'CrossRampEvent',
    when: 'The deposit in the source currency arrived.',
  },
  IN_PROGRESS_CROSS_RAMP: {
    payload: 'CrossRampEvent',
    when: 'The conversion into the target currency started.',
  },
  BANK_TRANSFER_PENDING_CROSS_RAMP: {
    payload: 'CrossRampEvent',
    when: 'The payout was handed to the bank of the target account.',
  },
  COMPLETED_CROSS_RAMP: { payload: 'CompletedCrossRampEvent', when: 'The payout arrived.' },
  CANCELLED_CROSS_RAMP: {
    payload: 'StoppedCrossRampEvent',
    when: 'The cross-ramp was called off; a deposit that had arrived is returned.',
  },
  EXPIRED_CROSS_RAMP: { payload: 'CrossRampEvent', when: 'No deposit arrived in time.' },
  FAILED_CROSS_RAMP: {
    payload: 'StoppedCrossRampEvent',
    when: 'The conversion or the payout failed; the funds are held to be refunded.',
  },
  PAYOUT_RETURNED_CROSS_RAMP: {
    payload: 'PayoutReturnedCrossRampEvent',
    when: 'The bank sent a completed payout back. The status stays COMPLETED.',
  },
  CREATED_KYC: { payload: 'KycEvent', when: 'A verification was submitted.' },
  VERIFIED_USER: { payload: 'KycEvent', when: 'The user is verified and may transact.' },
  REJECTED_KYC: { payload: 'RejectedKycEvent', when: 'The verification was rejected.' },
  REVIEW_NEEDED_KYC: { payload: 'KycEvent', when: 'A person has to look at the verification.' },
  DOCUMENT_SIGNED: { payload: 'SignatureEvent', when: 'A beneficial owner signed its declaration.' },
  TEST_EVENT: { payload: 'TestEvent', when: 'You asked for a test of your webhook URL.' },
};
