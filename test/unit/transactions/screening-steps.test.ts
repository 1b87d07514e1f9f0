import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runStep } from '#functions/workers/run-step/run-step';
import type { ComplianceCodes } from '#shared/corridors/domain/compliance-fields';
import { payoutKey } from '#shared/dynamodb/keys';
import { readItem } from '#shared/dynamodb/table';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';
import type { BankPayout, ScreenedPayout, Screening, ScreeningState, TokenPayout } from '#shared/providers/payouts';
import type { Transaction } from '#shared/transactions/domain/transaction';
import type { Trigger } from '#shared/transactions/domain/triggers';
import { continuationWrites, informationStepWrites } from '#shared/transactions/payouts/continue-payout';
import { informationWrite } from '#shared/transactions/payouts/repository';
import { findTransaction, readTimelineEntries, transactionCreationWrites } from '#shared/transactions/repository';
import { applyEvent } from '#shared/transactions/transitions/apply-event';
import type { TravelRule } from '#shared/transactions/travel-rule/ivms101';
import { travelRuleWrites } from '#shared/transactions/travel-rule/repository';
import { encodeUser } from '#shared/users/item';
import { newId } from '#shared/values/ids';
import { aTransaction } from '#test/support/builders/transactions';
import { aDepositTravelRule, aPayoutTravelRule } from '#test/support/builders/travel-rules';
import { aUser } from '#test/support/builders/users';
import { LINK_KEY_ID } from '#test/support/handlers/environment';
import { linkKeysInMemory } from '#test/support/link-keys';
import { noProviders } from '#test/support/no-providers';
import { startedForTests } from '#test/support/started-for-tests';
import { startMemoryTable } from '#test/unit/delivery/table';

const DAY_MS = 24 * 3_600_000;
const start = Date.now();
const user = aUser({ firstName: 'Eva', lastName: 'Sol', kycStatus: 'VERIFIED' });
linkKeysInMemory();
startedForTests(() => startMemoryTable(20261126));
beforeAll(() => writeAtomically([putItem(encodeUser(user))]));
beforeEach(() => vi.stubEnv('STAGE', 'production'));

type State = Omit<ScreeningState, 'reference'>;
const asks: State = {
  status: 'HELD',
  reason: 'SOURCE_OF_FUNDS_REQUIRED',
  requestedInformation: [{ field: 'payslip', description: 'A payslip' }],
};

/** A fake screening provider with its next responses; the last response repeats. Without responses, it does not respond. */
class Screened {
  readonly calls: string[] = [];
  readonly keys: string[] = [];
  readonly submitted: ScreenedPayout[] = [];
  responses: readonly State[] = [];

  readonly port: Screening = {
    submit: async (payout) => {
      this.keys.push(payout.transactionId);
      this.submitted.push(payout);
      return this.#next(`submit ${payout.user.lastName}`);
    },
    poll: async () => this.#next('poll'),
    inform: async (_name, { items }) => this.#next(`inform ${items.map(({ field }) => field)}`),
  };

  #next(call: string): ScreeningState {
    this.calls.push(call);
    const [state] = this.responses;
    if (this.responses.length > 1) this.responses = this.responses.slice(1);
    if (state === undefined) throw new Error('No response');
    return { reference: 's-1', ...state };
  }
}

/** By transaction id: the hold of the transaction at the time of each order. */
const orders = new Map<string, unknown[]>();
/** Submitted orders. */
const sent = new Map<string, BankPayout | TokenPayout>();

/** A fake bank and custodian that records the current hold when an order arrives. */
const payer = {
  async submit(order: BankPayout | TokenPayout) {
    const { transactionId } = order;
    sent.set(transactionId, order);
    const { hold } = (await findTransaction(transactionId)) ?? {};
    orders.set(transactionId, [...(orders.get(transactionId) ?? []), hold]);
    return { reference: 'out-1', status: 'PENDING' as const };
  },
  poll: async () => ({ reference: 'out-1', status: 'PENDING' as const }),
};

const untilPayout: Readonly<Record<Transaction['kind'], readonly Trigger[]>> = {
  ON_RAMP: ['DEPOSIT_RECEIVED', 'CONVERSION_STARTED'],
  OFF_RAMP: ['EXECUTE', 'DEPOSIT_RECEIVED', 'RECEIPT_CONFIRMED', 'CONVERSION_COMPLETED'],
  CROSS_RAMP: ['DEPOSIT_RECEIVED', 'CONVERSION_STARTED', 'CONVERSION_COMPLETED'],
};

/** Creates a transaction whose payout is ready to be ordered. */
async function ready(
  kind: Transaction['kind'] = 'CROSS_RAMP',
  given: Partial<ComplianceCodes> = {},
  block?: TravelRule,
) {
  const ids = { id: newId(start), partnerId: user.partnerId, userId: user.id };
  const times = { createdAtMs: start, updatedAtMs: start, deadlineMs: start + DAY_MS };
  const before = { ...aTransaction(kind), ...ids, ...times, ...given, travelRule: block && true } as Transaction;
  await writeAtomically([...transactionCreationWrites(before), ...(await travelRuleWrites(before, block))]);
  for (const trigger of untilPayout[kind])
    await applyEvent({ source: 'bank', eventId: trigger, transactionId: before.id, trigger, atMs: start });
  const screened = new Screened();
  const { PK: pk, SK: sk } = payoutKey(before.id);
  let days = 0;
  // By default, each step runs a day after the previous step, so every step is due.
  const take = (afterMs?: number) => {
    days += 1;
    const atMs = start + (afterMs ?? days * DAY_MS);
    return runStep(
      { v: 1, entity: 'PAYOUT', pk, sk, partnerId: user.partnerId, dueAt: 0 },
      {
        ...{ ...noProviders, now: () => atMs, stepMs: 0 },
        ...{ screening: () => screened.port, bankPayouts: () => payer, tokenPayouts: () => payer },
      },
    );
  };
  const read = async () => (await findTransaction(before.id)) ?? before;
  const stepAt = async () => (await readItem(payoutKey(before.id)))?.stepAt;
  return { id: before.id, screened, take, read, stepAt, ordered: () => orders.get(before.id) ?? [] };
}

/** Submits the information for a hold as the API operation does. */
async function inform(id: string) {
  const atMs = start;
  const event = { source: 'partner', eventId: 'information', transactionId: id, trigger: 'INFORMATION_GIVEN', atMs };
  await applyEvent({ ...event, trigger: 'INFORMATION_GIVEN' }, async (outcome, after) =>
    outcome === 'applied'
      ? [informationWrite(after, [{ field: 'payslip', value: 'x' }]), ...(await informationStepWrites(after, atMs))]
      : [],
  );
}

/** Decides a hold as the operator tool does. */
async function decide(id: string, trigger: Trigger) {
  const event = { source: 'operator', eventId: trigger, transactionId: id, trigger, atMs: start };
  return applyEvent(event, async (outcome, after) =>
    outcome === 'applied' && trigger === 'HOLD_RELEASED' ? continuationWrites(after, start) : [],
  );
}

describe.each(['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP'] as const)('the payout of a %s', (kind) => {
  it('is ordered once it is clear', async () => {
    const { screened, take, read, ordered } = await ready(kind);
    screened.responses = [{ status: 'PENDING' }, { status: 'CLEAR' }];
    await take();
    await take();
    expect([screened.calls, ordered()]).toEqual([['submit Sol', 'poll'], []]);
    await take();
    expect([(await read()).hold, ordered()]).toEqual([undefined, [undefined]]);
  });

  it('is held, waits for the response and for the decision, and is ordered then', async () => {
    const { id, screened, take, read, ordered } = await ready(kind);
    screened.responses = [asks, asks, { status: 'HELD' }, { status: 'CLEAR' }];
    await take();
    expect((await read()).hold).toMatchObject({ reason: 'SOURCE_OF_FUNDS_REQUIRED' });
    await take();
    await inform(id);
    await take();
    expect((await read()).hold?.requestedInformation).toEqual([]);
    await take();
    expect((await read()).hold).toBeUndefined();
    expect([screened.calls, ordered()]).toEqual([['submit Sol', 'poll', 'inform payslip', 'poll'], []]);
    await take();
    expect(ordered()).toEqual([undefined]);
    const events = (await readTimelineEntries(id)).map(({ trigger }) => trigger);
    expect(events.filter((trigger) => trigger.startsWith('HOLD'))).toEqual(['HOLD_PLACED', 'HOLD_RELEASED']);
  });

  it('is never ordered once it was rejected', async () => {
    const { screened, take, read, stepAt, ordered } = await ready(kind);
    screened.responses = [{ status: 'HELD' }, { status: 'REJECTED' }];
    await take();
    await take();
    expect(await read()).toMatchObject({ status: 'FAILED', cancellationReason: 'SCREENING_REJECTED' });
    const { hold, refundHeld } = await read();
    expect([hold, refundHeld === undefined]).toEqual([undefined, false]);
    await take();
    expect([await stepAt(), ordered()]).toEqual([undefined, []]);
  });
});

describe('screening', () => {
  it('asks again for what is missing still, from the same beginning', async () => {
    const { id, screened, take, read } = await ready();
    screened.responses = [asks];
    await take();
    const since = (await read()).hold?.sinceMs;
    await inform(id);
    await take();
    expect((await read()).hold).toMatchObject({ ...{ sinceMs: since, requestedInformation: [{ field: 'payslip' }] } });
  });

  it('H03: leaves a silent provider to the platform after a day, and goes on asking', async () => {
    const { screened, take, read, stepAt, ordered } = await ready();
    await take(DAY_MS - 1);
    expect((await read()).hold).toBeUndefined();
    await take(2 * DAY_MS);
    expect((await read()).hold).toMatchObject({ reason: 'COMPLIANCE_REVIEW', requestedInformation: [] });
    screened.responses = [{ status: 'CLEAR' }];
    expect(await stepAt()).toBeDefined();
    await take(3 * DAY_MS);
    await take(4 * DAY_MS);
    expect(ordered()).toEqual([undefined]);
  });

  it('H03: leaves one without a decision to the platform after seven days', async () => {
    const { screened, take, read } = await ready();
    screened.responses = [{ status: 'PENDING' }];
    for (let day = 1; day <= 7; day += 1) await take(day * DAY_MS);
    expect((await read()).hold).toBeUndefined();
    await take(8 * DAY_MS);
    expect((await read()).hold).toMatchObject({ reason: 'COMPLIANCE_REVIEW' });
  });

  it('H02: asks again with the same key after a crash between the decision and its write', async () => {
    const { id, screened, take, read } = await ready();
    screened.responses = [{ status: 'HELD' }];
    globalThis.atCrashPoint = (name) => {
      if (name === 'step.beforeTx') throw new Error('Crash');
    };
    await expect(take(DAY_MS)).rejects.toThrow('Crash');
    globalThis.atCrashPoint = undefined;
    expect((await read()).hold).toBeUndefined();
    await take(DAY_MS);
    expect(screened.keys).toEqual([id, id]);
    expect((await read()).hold).toMatchObject({ reason: 'COMPLIANCE_REVIEW' });
  });

  it('is over once an operator has released the hold, whatever the provider says', async () => {
    const { id, screened, take, ordered } = await ready();
    screened.responses = [{ status: 'HELD' }];
    await take();
    await decide(id, 'HOLD_RELEASED');
    await take();
    expect([screened.calls, ordered()]).toEqual([['submit Sol'], [undefined]]);
  });
});

describe('the provider and the payer', () => {
  const compliance = { purpose: 'SERVICES', sourceOfFunds: 'SAVINGS', relationship: 'SUPPLIER' } as const;

  it.each([
    ['ON_RAMP', aPayoutTravelRule(), { travelRule: aPayoutTravelRule() }],
    ['OFF_RAMP', aDepositTravelRule(), { compliance }],
    ['CROSS_RAMP', undefined, { compliance }],
  ] as const)('get what was given with a %s', async (kind, block, order) => {
    const { id, screened, take } = await ready(kind, compliance, block);
    screened.responses = [{ status: 'CLEAR' }];
    await take();
    await take();
    expect(screened.submitted).toMatchObject([{ compliance, travelRule: block }]);
    expect(sent.get(id)).toMatchObject(order);
  });

  it('get no more than before where nothing was given', async () => {
    const { id, screened, take } = await ready('ON_RAMP');
    screened.responses = [{ status: 'CLEAR' }];
    await take();
    await take();
    expect(JSON.parse(JSON.stringify([screened.submitted[0]?.compliance, screened.submitted[0]?.travelRule]))).toEqual([
      {},
      null,
    ]);
    expect(sent.get(id)).toMatchObject({ travelRule: undefined });
  });

  it('H07: are asked again where the block cannot be opened for a moment', async () => {
    const { id, screened, take, ordered } = await ready('ON_RAMP', {}, aPayoutTravelRule());
    screened.responses = [{ status: 'CLEAR' }];
    vi.stubEnv('LINK_KEY_ID', '');
    await take();
    expect([screened.calls, ordered()]).toEqual([[], []]);
    vi.stubEnv('LINK_KEY_ID', LINK_KEY_ID);
    await take();
    await take();
    expect(sent.get(id)).toMatchObject({ travelRule: aPayoutTravelRule() });
  });
});

it('H01: lets no order leave while a hold stands, whatever comes at once', async () => {
  const action = fc.constantFrom('take', 'take', 'take', 'inform', 'release', 'reject');
  const state = fc.constantFrom<State>(asks, { status: 'HELD' }, { status: 'PENDING' }, { status: 'CLEAR' });
  let released = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 8 }),
      fc.array(state, { minLength: 1, maxLength: 5 }),
      async (rounds, responses) => {
        const { id, screened, take, ordered, read } = await ready();
        screened.responses = responses;
        const acts = {
          take: () => take(),
          inform: () => inform(id),
          release: () => decide(id, 'HOLD_RELEASED'),
          reject: async () => (await read()).hold && decide(id, 'SCREENING_REJECTED'),
        };
        for (const round of rounds) await Promise.allSettled(round.map((name) => acts[name]()));
        expect(ordered().filter((hold) => hold !== undefined)).toEqual([]);
        if (ordered().length > 0) released += 1;
      },
    ),
    { numRuns: 20 },
  );
  // At least one of the 20 random runs must order a payout; otherwise the test would prove nothing.
  expect(released).toBeGreaterThan(0);
});
