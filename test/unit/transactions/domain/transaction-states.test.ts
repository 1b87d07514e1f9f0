import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sandboxBranches, sandboxRules } from '#shared/quotes/domain/sandbox-amounts';
import { apply, effectiveAt } from '#shared/transactions/domain/apply';
import { cancellationReasonFor, reasonsFor } from '#shared/transactions/domain/cancellation-reason';
import { EXECUTION_WINDOW_MS } from '#shared/transactions/domain/deadlines';
import { nextStep, stepsBefore } from '#shared/transactions/domain/sandbox/simulator';
import {
  type Guard,
  kindFacts,
  stateMachines,
  statusFacts,
  transactionStatuses,
} from '#shared/transactions/domain/status-facts';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { triggers } from '#shared/transactions/domain/triggers';
import { transactionKinds } from '#shared/values/transaction-kinds';
import type { EventName } from '#shared/webhooks/domain/events';
import { aCrossRamp, anOffRamp, anOnRamp, aTransaction } from '#test/support/builders/transactions';
import { imbalance } from '#test/support/imbalance';

const AT = Date.UTC(2026, 0, 15, 13);

/** Returns a hash in the format of an EVM chain. The digit makes it unique. */
const toHash = (digit: string) => `0x${digit.repeat(64)}`;

// Published state machines: every transition with its webhook event, `null` without an event.
const published = {
  ON_RAMP: [
    ['PENDING_PAYMENT', 'FIAT_RECEIVED', 'FIAT_RECEIVED_ON_RAMP'],
    ['PENDING_PAYMENT', 'CANCELLED', 'CANCELLED_ON_RAMP'],
    ['PENDING_PAYMENT', 'EXPIRED', 'EXPIRED_ON_RAMP'],
    ['FIAT_RECEIVED', 'IN_PROGRESS', null],
    ['FIAT_RECEIVED', 'CANCELLED', 'CANCELLED_ON_RAMP'],
    ['IN_PROGRESS', 'COMPLETED', 'COMPLETED_ON_RAMP'],
    ['IN_PROGRESS', 'FAILED', 'FAILED_ON_RAMP'],
    ['IN_PROGRESS', 'AWAITING_MANUAL_CRYPTO_TRANSFER', null],
    ['AWAITING_MANUAL_CRYPTO_TRANSFER', 'COMPLETED', 'COMPLETED_ON_RAMP'],
    ['AWAITING_MANUAL_CRYPTO_TRANSFER', 'FAILED', 'FAILED_ON_RAMP'],
  ],
  OFF_RAMP: [
    ['PENDING_PAYMENT', 'PENDING', null],
    ['PENDING_PAYMENT', 'CRYPTO_RECEIVED', 'CRYPTO_RECEIVED_OFF_RAMP'],
    ['PENDING', 'CRYPTO_RECEIVED', 'CRYPTO_RECEIVED_OFF_RAMP'],
    ['CRYPTO_NOT_RECEIVED', 'CRYPTO_RECEIVED', 'CRYPTO_RECEIVED_OFF_RAMP'],
    ['PENDING_PAYMENT', 'CANCELLED', 'CANCELLED_OFF_RAMP'],
    ['PENDING', 'CANCELLED', 'CANCELLED_OFF_RAMP'],
    ['CRYPTO_NOT_RECEIVED', 'CANCELLED', 'CANCELLED_OFF_RAMP'],
    ['PENDING_PAYMENT', 'EXPIRED', 'EXPIRED_OFF_RAMP'],
    ['CRYPTO_NOT_RECEIVED', 'EXPIRED', 'EXPIRED_OFF_RAMP'],
    ['PENDING', 'CRYPTO_NOT_RECEIVED', 'CRYPTO_NOT_RECEIVED_OFF_RAMP'],
    ['CRYPTO_NOT_RECEIVED', 'PENDING', null],
    ['CRYPTO_RECEIVED', 'COMPLETED_CRYPTO_RECEIVAL', null],
    ['CRYPTO_RECEIVED', 'CANCELLED', 'CANCELLED_OFF_RAMP'],
    ['COMPLETED_CRYPTO_RECEIVAL', 'READY_BANK_TRANSFER', null],
    ['READY_BANK_TRANSFER', 'BANK_TRANSFER_PENDING', null],
    ['READY_BANK_TRANSFER', 'AWAITING_MANUAL_FIAT_TRANSFER', null],
    ['READY_BANK_TRANSFER', 'CANCELLED', 'CANCELLED_OFF_RAMP'],
    ['READY_BANK_TRANSFER', 'FAILED', 'FAILED_OFF_RAMP'],
    ['BANK_TRANSFER_PENDING', 'COMPLETED', 'COMPLETED_OFF_RAMP'],
    ['BANK_TRANSFER_PENDING', 'FAILED', 'FAILED_OFF_RAMP'],
    ['BANK_TRANSFER_PENDING', 'AWAITING_MANUAL_FIAT_TRANSFER', null],
    ['AWAITING_MANUAL_FIAT_TRANSFER', 'COMPLETED', 'COMPLETED_OFF_RAMP'],
    ['AWAITING_MANUAL_FIAT_TRANSFER', 'FAILED', 'FAILED_OFF_RAMP'],
  ],
  CROSS_RAMP: [
    ['PENDING', 'FIAT_RECEIVED', 'FIAT_RECEIVED_CROSS_RAMP'],
    ['PENDING', 'CANCELLED', 'CANCELLED_CROSS_RAMP'],
    ['PENDING', 'EXPIRED', 'EXPIRED_CROSS_RAMP'],
    ['FIAT_RECEIVED', 'IN_PROGRESS', 'IN_PROGRESS_CROSS_RAMP'],
    ['IN_PROGRESS', 'READY_BANK_TRANSFER', null],
    ['IN_PROGRESS', 'FAILED', 'FAILED_CROSS_RAMP'],
    ['READY_BANK_TRANSFER', 'BANK_TRANSFER_PENDING', 'BANK_TRANSFER_PENDING_CROSS_RAMP'],
    ['READY_BANK_TRANSFER', 'AWAITING_MANUAL_FIAT_TRANSFER', null],
    ['READY_BANK_TRANSFER', 'CANCELLED', 'CANCELLED_CROSS_RAMP'],
    ['READY_BANK_TRANSFER', 'FAILED', 'FAILED_CROSS_RAMP'],
    ['BANK_TRANSFER_PENDING', 'COMPLETED', 'COMPLETED_CROSS_RAMP'],
    ['BANK_TRANSFER_PENDING', 'FAILED', 'FAILED_CROSS_RAMP'],
    ['BANK_TRANSFER_PENDING', 'AWAITING_MANUAL_FIAT_TRANSFER', null],
    ['AWAITING_MANUAL_FIAT_TRANSFER', 'COMPLETED', 'COMPLETED_CROSS_RAMP'],
    ['AWAITING_MANUAL_FIAT_TRANSFER', 'FAILED', 'FAILED_CROSS_RAMP'],
  ],
} as const;

/** Guards that a new test transaction does not pass, because it is not executed and has no hold or held refund. */
const closedAtFirst: readonly (Guard | undefined)[] = ['EXECUTED', 'REFUND_HELD', 'HELD', 'INFORMATION_REQUESTED'];

describe.each(transactionKinds)('the state machine of %s', (kind) => {
  const { statuses, initial, edges } = stateMachines[kind];

  it('has the published transitions between statuses, and no others', () => {
    // The service can also send events that `published` does not contain. The test treats such an event as `null`.
    const events = new Set<EventName | null>(published[kind].map(([, , event]) => event));
    const moves = edges
      .filter(({ from, to }) => from !== to)
      .map(({ from, to, event }) => [from, to, events.has(event) ? event : null].join(' '));
    expect([...new Set(moves)].sort()).toEqual(published[kind].map((arrow) => arrow.join(' ')).sort());
  });

  it('has at most one edge for each status and trigger, except for expected and unexpected deposits', () => {
    const keys = edges.map(({ from, on, guard = '' }) =>
      on === 'DEPOSIT_RECEIVED' ? `${from} ${on} ${guard}` : `${from} ${on}`,
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('reaches every status from the first one', () => {
    const reached = new Set<string>([initial]);
    for (let size = 0; size !== reached.size; ) {
      size = reached.size;
      for (const { from, to } of edges) if (reached.has(from)) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...statuses].sort());
    // A search by status reads one list for each type in `kinds`. If a type were missing there, the search would not find its
    // transactions.
    expect(transactionStatuses.filter((status) => statusFacts[status].kinds.includes(kind)).sort()).toEqual(
      [...reached].sort(),
    );
  });

  it('leaves no terminal status, and every other status has an exit', () => {
    for (const status of statuses) {
      const exits = edges.filter(({ from, to }) => from === status && to !== status);
      expect(exits.length === 0, status).toBe(statusFacts[status].end !== undefined);
    }
  });

  it.each(statuses.flatMap((status) => triggers.map((trigger) => [status, trigger] as const)))(
    'in %s on %s does what the table says and nothing else',
    (status, trigger) => {
      const before = { ...aTransaction(kind), status, version: 7, sequence: 3 } as Transaction;
      const edge = edges.find(({ from, on }) => from === status && on === trigger);
      const transition = apply(before, { trigger, atMs: AT });
      if (edge === undefined || closedAtFirst.includes(edge.guard)) {
        expect(transition).toBeUndefined();
        return;
      }
      expect(transition?.next).toMatchObject({
        status: edge.to,
        version: 8,
        sequence: edge.event === null ? 3 : 4,
        updatedAtMs: AT,
      });
      expect(imbalance(transition?.entries ?? [])).toEqual(new Map());
    },
  );

  it('ends with a reason of the closed list, and never without one', () => {
    for (const { from, on, to } of edges) {
      const ends = from !== to && ['CANCELLED', 'EXPIRED', 'FAILED'].includes(to);
      expect(reasonsFor(kind, on).length > 0, `${from} on ${on}`).toBe(ends);
      if (!ends) continue;
      for (const reason of [...reasonsFor(kind, on), undefined, 'what a provider wrote']) {
        const known = reasonsFor(kind, on).find((one) => one === reason);
        expect(cancellationReasonFor(kind, on, reason)).toBe(known ?? reasonsFor(kind, on)[0]);
      }
    }
  });

  it.each(sandboxRules[kind].map((rule) => [rule.amount, rule] as const))(
    'flies %s where its row says',
    (_amount, rule) => {
      let transaction = aTransaction(kind);
      const flight = { branch: rule.branch, deposits: true };
      for (let step = nextStep(transaction, flight); step !== undefined; step = nextStep(transaction, flight)) {
        const transition = apply(transaction, { ...step, atMs: AT });
        expect(transition, `${transaction.status} on ${step.trigger}`).toBeDefined();
        if (transition === undefined) return;
        transaction = transition.next;
        if (transaction.status === rule.outcome && rule.branch === 'DEPOSIT_NOT_RECEIVED') break;
      }
      expect(transaction.status).toBe(rule.outcome);
      if (rule.reason === 'PAYOUT_RETURNED') expect(transaction.payoutReturn).toBeDefined();
      else if (rule.reason !== null) expect(transaction.cancellationReason).toBe(rule.reason);
    },
  );

  it.each(sandboxRules[kind].map((rule) => [rule.amount, rule] as const))(
    'lets %s wait five steps a day before its payout, once, and nowhere else',
    (_amount, { branch }) => {
      const flight = { branch, deposits: true };
      for (const days of [0, 1, 4]) {
        let transaction = forwarded(aTransaction(kind), days);
        const waits: number[] = [];
        for (let step = nextStep(transaction, flight); step; step = nextStep(transaction, flight)) {
          if (stepsBefore(transaction, step) > 1) waits.push(stepsBefore(transaction, step));
          const next = apply(transaction, { ...step, atMs: AT })?.next;
          if (next === undefined || next.status === 'CRYPTO_NOT_RECEIVED') break;
          transaction = next;
        }
        const paid = kind !== 'CROSS_RAMP' && branch === 'COMPLETE';
        expect(waits).toEqual(paid && days > 0 ? [days * 5] : []);
      }
    },
  );

  it.each(sandboxBranches)('always has a next step on branch %s once funded', (branch) => {
    for (const status of statuses) {
      const transaction = {
        ...aTransaction(kind),
        status,
        ...(kind === 'OFF_RAMP' ? { executedAtMs: AT } : {}),
      } as Transaction;
      const step = nextStep(transaction, { branch, deposits: true });
      if (step !== undefined)
        expect(apply(transaction, { ...step, atMs: AT }), `${status} on ${step.trigger}`).toBeDefined();
    }
  });
});

/** Returns the transaction with `days` as its forwarding days (deferred settlement). A cross-ramp has no forwarding. */
function forwarded(transaction: Transaction, days: number): Transaction {
  return transaction.kind === 'CROSS_RAMP'
    ? transaction
    : { ...transaction, forwarding: { ...transaction.forwarding, days } };
}

describe.each(transactionKinds)('the times of a %s', (kind) => {
  it('never decrease, whatever the clocks of its events', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...triggers), fc.integer({ min: -5000, max: 5000 })), {
          maxLength: 40,
        }),
        (sequence) => {
          let before = aTransaction(kind);
          for (const [trigger, skewMs] of sequence) {
            const atMs = before.createdAtMs + 60_000 + skewMs;
            const next = apply(before, { trigger, atMs })?.next;
            if (next === undefined) continue;
            expect(next.updatedAtMs).toBe(Math.max(atMs, before.updatedAtMs));
            for (const at of [next.completedAtMs, next.payoutReturn?.atMs])
              if (at !== undefined) expect(at).toBeLessThanOrEqual(next.updatedAtMs);
            if (next.status === 'COMPLETED' && before.status !== 'COMPLETED')
              expect(next.completedAtMs).toBe(next.updatedAtMs);
            before = next;
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('begin with the creation, also where the next machine has a late clock', () => {
    const before = aTransaction(kind);
    const next = apply(before, { trigger: 'CANCEL', atMs: before.createdAtMs - 240 })?.next;
    expect(next).toMatchObject({ status: 'CANCELLED', updatedAtMs: before.createdAtMs });
  });
});

describe('apply', () => {
  it.each(['PAYOUT_RETURNED_BY_BANK', 'ACCOUNT_CLOSED', undefined])(
    'lets a failed on-ramp say PAYOUT_FAILED, reported as %s',
    (reason) => {
      const failed = apply(anOnRamp({ status: 'IN_PROGRESS' }), {
        trigger: 'PAYOUT_FAILED',
        reason,
        atMs: AT,
      });
      expect(failed?.next.cancellationReason).toBe('PAYOUT_FAILED');
      expect(failed?.reason).toBe(reason);
    },
  );

  it('accepts a returned payout once, and refunds it once', () => {
    const returned = apply(aCrossRamp({ status: 'COMPLETED', completedAtMs: AT }), {
      trigger: 'PAYOUT_RETURNED',
      reason: 'CLOSED',
      atMs: AT + 1,
    });
    expect(returned?.next).toMatchObject({
      status: 'COMPLETED',
      completedAtMs: AT,
      payoutReturn: { reason: 'CLOSED', atMs: AT + 1 },
    });
    if (returned === undefined) return;
    expect(apply(returned.next, { trigger: 'PAYOUT_RETURNED', atMs: AT + 2 })).toBeUndefined();
    const refunded = apply(returned.next, { trigger: 'REFUND_PAID', atMs: AT + 3 });
    expect(refunded?.next.refundHeld).toBeUndefined();
    expect(refunded && apply(refunded.next, { trigger: 'REFUND_PAID', atMs: AT + 4 })).toBeUndefined();
  });

  it('records an execute call that comes after the deposit, once, and continues from there', () => {
    const funded = apply(anOffRamp(), { trigger: 'DEPOSIT_RECEIVED', atMs: AT })?.next;
    expect(funded?.deadlineMs).toBe(AT + EXECUTION_WINDOW_MS);
    if (funded === undefined) return;
    expect(apply(funded, { trigger: 'RECEIPT_CONFIRMED', atMs: AT })).toBeUndefined();
    const executed = apply(funded, {
      trigger: 'EXECUTE',
      atMs: AT + 1,
      transactionHash: toHash('a'),
    })?.next;
    expect(executed).toMatchObject({
      status: 'CRYPTO_RECEIVED',
      executedAtMs: AT + 1,
      transactionHash: toHash('a'),
      deadlineMs: undefined,
    });
    if (executed === undefined) return;
    expect(apply(executed, { trigger: 'EXECUTE', atMs: AT + 2 })).toBeUndefined();
    expect(apply(executed, { trigger: 'NOT_EXECUTED', atMs: AT + 2 })).toBeUndefined();
    expect(apply(executed, { trigger: 'RECEIPT_CONFIRMED', atMs: AT + 2 })?.next.status).toBe(
      'COMPLETED_CRYPTO_RECEIVAL',
    );
  });

  it('keeps the hash that the custodian reports, and prefers the one that the partner named', () => {
    const sent = apply(anOnRamp({ status: 'IN_PROGRESS' }), {
      trigger: 'PAYOUT_COMPLETED',
      transactionHash: toHash('a'),
      atMs: AT,
    })?.next;
    expect(sent).toMatchObject({ transactionHash: toHash('a') });
    const malformed = apply(anOnRamp({ status: 'IN_PROGRESS' }), {
      trigger: 'PAYOUT_COMPLETED',
      transactionHash: '0xabc',
      atMs: AT,
    })?.next;
    expect(malformed).toMatchObject({ status: 'COMPLETED', transactionHash: undefined });
    const arrived = { trigger: 'DEPOSIT_RECEIVED', transactionHash: toHash('d'), atMs: AT } as const;
    expect(apply(anOffRamp(), arrived)?.next).toMatchObject({ transactionHash: toHash('d') });
    const named = anOffRamp({ status: 'PENDING', transactionHash: toHash('1'), executedAtMs: AT });
    expect(apply(named, arrived)?.next).toMatchObject({ transactionHash: toHash('1') });
  });

  it('keeps the instant of completion and the reason of an end', () => {
    const completed = apply(aCrossRamp({ status: 'BANK_TRANSFER_PENDING' }), {
      trigger: 'PAYOUT_COMPLETED',
      atMs: AT,
    });
    expect(completed?.next.completedAtMs).toBe(AT);
    const cancelled = apply(aCrossRamp({ status: 'READY_BANK_TRANSFER' }), {
      trigger: 'NAME_CHECK_FAILED',
      reason: 'NAME_VERIFICATION_FAILED',
      atMs: AT,
    });
    expect(cancelled?.next.cancellationReason).toBe('NAME_VERIFICATION_FAILED');
  });
});

describe('effectiveAt', () => {
  it.each([
    ['CROSS_RAMP', 'PENDING', 'EXPIRED'],
    ['ON_RAMP', 'PENDING_PAYMENT', 'EXPIRED'],
    ['OFF_RAMP', 'PENDING_PAYMENT', 'EXPIRED'],
    ['OFF_RAMP', 'PENDING', 'EXPIRED'],
    ['OFF_RAMP', 'CRYPTO_NOT_RECEIVED', 'EXPIRED'],
  ] as const)('shows an unfunded %s in %s as %s from its deadline on', (kind, status, ended) => {
    const transaction = { ...aTransaction(kind), status } as Transaction;
    const deadline = transaction.createdAtMs + kindFacts[kind].expiryMs;
    expect(effectiveAt(transaction, deadline - 1)).toBe(transaction);
    expect(effectiveAt(transaction, deadline)).toMatchObject({ status: ended, updatedAtMs: deadline });
  });

  it('returns a funded off-ramp that was never executed after 30 days', () => {
    const funded = apply(anOffRamp(), { trigger: 'DEPOSIT_RECEIVED', atMs: AT })?.next;
    expect(funded && effectiveAt(funded, AT + EXECUTION_WINDOW_MS)).toMatchObject({
      status: 'CANCELLED',
      cancellationReason: 'NOT_EXECUTED',
    });
  });
});
