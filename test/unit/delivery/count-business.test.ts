import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { beforeEach, expect, it } from 'vitest';
import { countBusiness } from '#functions/workers/project-changes/count-business';
import { takeMetrics } from '#shared/platform/observability/log';

type Image = Readonly<Record<string, unknown>>;

function record(after: Image, before?: Image): DynamoDBRecord {
  const image = (item: Image) => JSON.parse(JSON.stringify(marshall(item)));
  return {
    eventName: before === undefined ? 'INSERT' : 'MODIFY',
    dynamodb: { NewImage: image(after), ...(before && { OldImage: image(before) }) },
  };
}

beforeEach(() => void takeMetrics());

const tx = (status: string) => ({ entity: 'TX', kind: 'CROSS_RAMP', status });
const quote = (usedBy?: string) => ({ entity: 'QUOTE', kind: 'CROSS_RAMP', ...(usedBy && { usedBy }) });
const kyc = (status: string) => ({ entity: 'KYC', status });
const person = (declaration?: Image) => ({ entity: 'PERSON', ...(declaration && { declaration }) });
const pending = { id: 'c1', status: 'PENDING' };

it.each([
  ['a new transaction', record(tx('PENDING')), { statesEntered: 1, 'transactionsCreated:CROSS_RAMP': 1, counts: { CROSS_RAMP_PENDING: 1 } }],
  ['a state that was entered', record(tx('COMPLETED'), tx('PENDING')), { statesEntered: 1, transactionsCompleted: 1, counts: { CROSS_RAMP_COMPLETED: 1 } }],
  ['a deposit', record(tx('FIAT_RECEIVED'), tx('PENDING')), { statesEntered: 1, transactionsPaidIn: 1, counts: { CROSS_RAMP_FIAT_RECEIVED: 1 } }],
  ['a transfer for a person', record(tx('AWAITING_MANUAL_FIAT_TRANSFER'), tx('FIAT_RECEIVED')), { statesEntered: 1, transactionsAwaitingManualTransfer: 1, counts: { CROSS_RAMP_AWAITING_MANUAL_FIAT_TRANSFER: 1 } }],
  ['an end without a payout', record(tx('EXPIRED'), tx('PENDING')), { statesEntered: 1, transactionsEndedUnpaid: 1, counts: { CROSS_RAMP_EXPIRED: 1 } }],
  ['a state on the way', record(tx('BANK_TRANSFER_PENDING'), tx('FIAT_RECEIVED')), { statesEntered: 1, counts: { CROSS_RAMP_BANK_TRANSFER_PENDING: 1 } }],
  ['a write that left the state', record(tx('PENDING'), tx('PENDING')), {}],
  ['an unknown state', record(tx('LOST'), tx('PENDING')), {}],
  ['a locked quote', record(quote()), { quotesLocked: 1 }],
  ['the use of a quote', record(quote('t1'), quote()), { quotesUsed: 1 }],
  ['a used quote that is written again', record(quote('t1'), quote('t1')), {}],
  ['a decision', record(kyc('VERIFIED'), kyc('IN_PROGRESS')), { 'verification:VERIFIED': 1 }],
  ['progress without a decision', record(kyc('IN_PROGRESS'), kyc('IN_PROGRESS')), {}],
  ['a declaration that was asked for', record(person(pending), person()), { 'signature:REQUESTED': 1 }],
  ['another in its place', record(person({ ...pending, id: 'c2' }), person(pending)), { 'signature:REQUESTED': 1 }],
  ['a signature', record(person({ ...pending, status: 'SIGNED' }), person(pending)), { 'signature:SIGNED': 1 }],
  ['a declaration that was withdrawn', record(person({ ...pending, status: 'DELETED' }), person(pending)), {}],
  ['anything else', record({ entity: 'USER' }), {}],
])('counts %s', (_name, one, expected) => {
  countBusiness([one]);
  expect(takeMetrics().members).toEqual(expected);
}); // biome-ignore format: a table reads by its rows

it('adds up what a batch holds, and leaves out what was removed', () => {
  countBusiness([record(tx('PENDING')), record(tx('PENDING')), { eventName: 'REMOVE', dynamodb: {} }, record(quote())]);
  expect(takeMetrics().members).toEqual({
    ...{ statesEntered: 2, 'transactionsCreated:CROSS_RAMP': 2, counts: { CROSS_RAMP_PENDING: 2 } },
    quotesLocked: 1,
  });
});
