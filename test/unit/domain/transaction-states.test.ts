import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crossRampRules } from '#shared/domain/sandbox/amounts';
import { imbalance, type LedgerEntry } from '#shared/domain/transactions/bookings';
import { applyOccurrence, type CrossRamp } from '#shared/domain/transactions/cross-ramp';
import { crossRampEdges, crossRampInitial, crossRampStatuses, crossRampTerminal, edgeFrom, triggers } from '#shared/domain/transactions/transition-table';
import { aCrossRamp } from './cross-ramp-builder';

const AT = Date.UTC(2026, 0, 15, 13);

describe('the cross-ramp transition table', () => {
  it('has at most one edge for each status and trigger', () => {
    const keys = crossRampEdges.map(({ from, on }) => `${from} ${on}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('reaches every status from the first one', () => {
    const reached = new Set<string>([crossRampInitial]);
    for (let size = 0; size !== reached.size; ) {
      size = reached.size;
      for (const { from, to } of crossRampEdges) if (reached.has(from)) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...crossRampStatuses].sort());
  });

  it('leaves no terminal status, and ends nowhere else', () => {
    for (const status of crossRampStatuses) {
      const exits = crossRampEdges.filter(({ from, to }) => from === status && to !== status);
      expect(exits.length === 0, status).toBe(crossRampTerminal.includes(status));
    }
  });

  // Every arrow of the published state machine, by the event partners are told.
  it.each([
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
    ['COMPLETED', 'COMPLETED', 'PAYOUT_RETURNED_CROSS_RAMP'],
  ] as const)('goes from %s to %s with %s', (from, to, event) => {
    expect(crossRampEdges.filter((edge) => edge.from === from && edge.to === to).map((edge) => edge.event)).toEqual([event]);
  });

  it('has no other arrows', () => {
    expect(crossRampEdges).toHaveLength(16);
  });
});

describe('applyOccurrence', () => {
  it.each(crossRampStatuses.flatMap((status) => triggers.map((trigger) => [status, trigger] as const)))(
    'in %s on %s does what the table says and nothing else',
    (status, trigger) => {
      const before = aCrossRamp({ status, version: 7, sequence: 3 });
      const edge = edgeFrom(status, trigger);
      const transition = applyOccurrence(before, { trigger, atMs: AT });
      if (edge === undefined) {
        expect(transition).toBeUndefined();
        return;
      }
      expect(transition?.next).toMatchObject({ status: edge.to, version: 8, sequence: edge.event === null ? 3 : 4, updatedAtMs: AT });
      expect(imbalance(transition?.entries ?? [])).toEqual(new Map());
    },
  );

  it('takes a payout back once', () => {
    const first = applyOccurrence(aCrossRamp({ status: 'COMPLETED', completedAtMs: AT }), { trigger: 'PAYOUT_RETURNED', reason: 'CLOSED', atMs: AT + 1 });
    expect(first?.next).toMatchObject({ status: 'COMPLETED', completedAtMs: AT, payoutReturn: { reason: 'CLOSED', atMs: AT + 1 } });
    expect(first && applyOccurrence(first.next, { trigger: 'PAYOUT_RETURNED', atMs: AT + 2 })).toBeUndefined();
  });

  it('keeps the instant of completion and the reason of an end', () => {
    const completed = applyOccurrence(aCrossRamp({ status: 'BANK_TRANSFER_PENDING' }), { trigger: 'PAYOUT_COMPLETED', atMs: AT });
    expect(completed?.next.completedAtMs).toBe(AT);
    const cancelled = applyOccurrence(aCrossRamp({ status: 'READY_BANK_TRANSFER' }), { trigger: 'NAME_CHECK_FAILED', reason: 'NAME_VERIFICATION_FAILED', atMs: AT });
    expect(cancelled?.next.cancellationReason).toBe('NAME_VERIFICATION_FAILED');
  });

  it('balances after any sequence of occurrences, and leaves no money with the user at an end', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...triggers), { maxLength: 30 }), (sequence) => {
        let transaction = aCrossRamp();
        const entries: LedgerEntry[] = [];
        for (const trigger of sequence) {
          const transition = applyOccurrence(transaction, { trigger, atMs: AT });
          if (transition === undefined) continue;
          transaction = transition.next;
          entries.push(...transition.entries);
          expect(imbalance(entries)).toEqual(new Map());
        }
        if (crossRampTerminal.includes(transaction.status)) expect(balance(entries, `user:${transaction.userId}`)).toEqual({});
      }),
      { numRuns: 500 },
    );
  });
});

function balance(entries: readonly LedgerEntry[], account: string): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const entry of entries.filter((one) => one.account === account)) {
    const { currency, minor } = entry.amount;
    sums[currency] = (sums[currency] ?? 0n) + (entry.side === 'CREDIT' ? minor : -minor);
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n));
}

describe('the sandbox amounts', () => {
  it.each(crossRampRules.map((rule) => [rule.amount, rule] as const))('%s leads where its row says', (_amount, rule) => {
    let transaction: CrossRamp = aCrossRamp();
    for (const step of rule.steps) {
      const transition = applyOccurrence(transaction, { ...step, atMs: AT });
      expect(transition, `${transaction.status} on ${step.trigger}`).toBeDefined();
      transaction = transition?.next ?? transaction;
    }
    expect(transaction.status).toBe(rule.outcome);
  });
});
