/** Each event is sent by a transition of a state machine, with the documented payload. */

import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { payloadFor, webhookPayloads } from '#docs/openapi/webhook-payloads';
import { apply } from '#shared/transactions/domain/apply';
import { cancellationReasons } from '#shared/transactions/domain/cancellation-reason';
import { newHold } from '#shared/transactions/domain/hold';
import { type Edge, stateMachines } from '#shared/transactions/domain/status-facts';
import { sourceAmount, type Transaction } from '#shared/transactions/domain/transaction';
import { transactionPayload } from '#shared/transactions/domain/webhook-payload';
import { type Money, money } from '#shared/values/money/money';
import { type TransactionKind, transactionKinds } from '#shared/values/transaction-kinds';
import { type EventName, eventFacts, eventNames } from '#shared/webhooks/domain/events';
import { type Payload, withEnvelope } from '#shared/webhooks/domain/payload';
import { aCrossRamp, anOffRamp, anOnRamp, aTransaction } from '#test/support/builders/transactions';
import { aUser } from '#test/support/builders/users';

const AT = Date.UTC(2026, 0, 15, 13);

const published: Readonly<Record<string, readonly string[]>> = {
  TRANSACTION: [
    ...suffixed('ON_RAMP', ['CREATED', 'FIAT_RECEIVED', 'COMPLETED', 'CANCELLED', 'EXPIRED', 'FAILED']),
    ...suffixed('OFF_RAMP', ['CREATED', 'CRYPTO_RECEIVED', 'CRYPTO_NOT_RECEIVED', 'COMPLETED']),
    ...suffixed('OFF_RAMP', ['CANCELLED', 'EXPIRED', 'FAILED', 'PAYOUT_RETURNED']),
    ...suffixed('CROSS_RAMP', ['CREATED', 'FIAT_RECEIVED', 'IN_PROGRESS', 'BANK_TRANSFER_PENDING']),
    ...['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP'].flatMap((kind) => [`HOLD_PLACED_${kind}`, `HOLD_RELEASED_${kind}`]),
    ...suffixed('CROSS_RAMP', ['COMPLETED', 'CANCELLED', 'EXPIRED', 'FAILED', 'PAYOUT_RETURNED']),
  ],
  KYC: [
    ...['CREATED_KYC', 'VERIFIED_USER', 'REJECTED_KYC', 'REVIEW_NEEDED_KYC'],
    ...['VERIFICATION_LINK_OPENED', 'VERIFICATION_LINK_EXPIRED', 'VERIFICATION_ABANDONED'],
    'VERIFICATION_RESUBMISSION_REQUESTED',
  ],
  SIGNATURE: ['DOCUMENT_SIGNED'],
  TEST: ['TEST_EVENT'],
};

function suffixed(kind: TransactionKind, events: readonly string[]): string[] {
  return events.map((event) => `${event}_${kind}`);
}

const ana = aUser({ kycStatus: 'VERIFIED' }, AT);

function cent(transaction: Transaction): Money {
  return money(1n, sourceAmount(transaction).currency);
}

const anAskingHold = newHold(
  { reason: 'SOURCE_OF_FUNDS_REQUIRED', requestedInformation: [{ field: 'payslip', description: 'A payslip' }] },
  AT,
  undefined,
);

/** Returns a transaction that is ready for a transition. */
function transactionBefore(kind: TransactionKind, { from, guard }: Edge): Transaction {
  const executed = guard === 'NOT_YET_EXECUTED' ? undefined : AT;
  const held = guard === 'REFUND_HELD' ? aCrossRamp().sourceAmount : undefined;
  const bare = {
    ON_RAMP: () => anOnRamp(),
    OFF_RAMP: () => anOffRamp({ executedAtMs: executed }),
    CROSS_RAMP: () => aCrossRamp(),
  }[kind]();
  const hold = guard === 'HELD' || guard === 'INFORMATION_REQUESTED' ? anAskingHold : undefined;
  return { ...bare, status: from, refundHeld: held, hold } as Transaction;
}

/** Builds the complete webhook payload of a transaction. */
function toPayload(event: EventName, transaction: Transaction): Payload {
  const { sequence, userId } = transaction;
  const frame = {
    environment: 'sandbox' as const,
    id: '019bc1c5-0000-7000-8000-000000000009',
    sequence,
    userId,
    occurredAtMs: AT,
  };
  return withEnvelope(frame, transactionPayload(event, transaction, { user: ana }));
}

function isDocumented(event: EventName, payload: unknown): void {
  const shape: z.core.$ZodLooseShape = webhookPayloads[payloadFor(event)].shape;
  expect(z.strictObject(shape).safeParse(payload)).toMatchObject({ success: true });
}

it('keep the published ones, with their types', () => {
  const byType = Object.entries(published).flatMap(([type, events]) => events.map((event) => [event, type]));
  const typeByEvent = Object.fromEntries(eventNames.map((event) => [event, eventFacts[event].type]));
  expect(typeByEvent).toMatchObject(Object.fromEntries(byType));
});

describe.each(transactionKinds)('the events of a %s', (kind) => {
  const { createdEvent, edges } = stateMachines[kind];

  it('are each sent by the creation or by an edge', () => {
    const sent = new Set([createdEvent, ...edges.map(({ event }) => event)]);
    expect(eventNames.filter((event) => event.endsWith(`_${kind}`)).filter((event) => !sent.has(event))).toEqual([]);
  });

  it('begin with its creation, as number 1', () => {
    const payload = toPayload(createdEvent, aTransaction(kind));
    isDocumented(createdEvent, payload);
    expect(payload).toMatchObject({ event: createdEvent, sequence: 1, externalUserId: ana.id });
  });

  it.each(edges.map((edge) => [edge.from, edge.on, edge.event, edge] as const))(
    '%s on %s tells %s',
    (_from, _on, event, edge) => {
      const before = transactionBefore(kind, edge);
      // A deposit of one cent does not fund the transaction. It goes to the refund account and does not change the status.
      const amount = edge.postingRule === 'SURPLUS_DEPOSIT' ? cent(before) : undefined;
      const after = apply(before, { trigger: edge.on, atMs: AT, amount })?.next;
      expect(after).toBeDefined();
      if (after === undefined) return;
      expect(after.version).toBe(before.version + 1);
      expect(after.sequence).toBe(before.sequence + (event === null ? 0 : 1));
      if (event === null) return;
      const payload = toPayload(event, after);
      isDocumented(event, payload);
      expect(payload).toMatchObject({
        type: 'TRANSACTION',
        event,
        transactionId: after.id,
        sequence: after.sequence,
        userId: after.userId,
        occurredAt: new Date(AT).toISOString(),
        status: edge.to,
      });
      const ends = /^(CANCELLED|FAILED)_/.test(event);
      expect([cancellationReasons.some((code) => code === payload.reason), 'message' in payload]).toEqual([ends, ends]);
      const text = JSON.stringify(payload);
      expect(text).not.toMatch(/646180110400000007|0x52908400098527886E0F7030069857D2E4169EE7|http/);
    },
  );
});
