import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '#functions/provider-events/take/handler';
import { newEventSecrets } from '#local/stack';
import { outOfOrderEventsKey, providerEventKey, transactionKey } from '#shared/dynamodb/keys';
import { readItem, readRange } from '#shared/dynamodb/table';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';
import { newWebhookSecret } from '#shared/http/signature';
import { takeMetrics } from '#shared/platform/observability/log';
import {
  mayReport,
  type Reporter,
  reporterFor,
  reporters,
  signaturePrefix,
} from '#shared/transactions/domain/reporters';
import { payoutAmount, sourceAmount, type Transaction } from '#shared/transactions/domain/transaction';
import { type ReportedTrigger, reportedTriggers } from '#shared/transactions/domain/triggers';
import { findOrders } from '#shared/transactions/orders/repository';
import {
  applyOutOfOrderEvents,
  scheduleRecheck,
} from '#shared/transactions/provider-reports/apply-out-of-order-events';
import { findTransaction, readTimelineEntries, transactionCreationWrites } from '#shared/transactions/repository';
import { applyEvent } from '#shared/transactions/transitions/apply-event';
import { encodeUser } from '#shared/users/item';
import { newId } from '#shared/values/ids';
import { money, moneyText } from '#shared/values/money/money';
import { type TransactionKind, transactionKinds } from '#shared/values/transaction-kinds';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { aUser } from '#test/support/builders/users';
import { gatewayEvent } from '#test/support/gateway-event';
import { signedCallback } from '#test/support/servers/loopback-provider';
import { startLoopbackSecrets } from '#test/support/servers/loopback-secrets';
import { startedForTests } from '#test/support/started-for-tests';
import { startMemoryTable } from '#test/unit/delivery/table';

const SECRETS = newEventSecrets();
const isReporter = (name: unknown): name is Reporter => reporters.some((one) => one === name);
/** Returns the secret of the provider that the report names. @default the secret of the bank */
const secretFor = (content: unknown): string => {
  const named = typeof content === 'object' && content !== null && 'provider' in content && content.provider;
  return SECRETS[isReporter(named) ? named : 'banking'];
};
const whoReports = (kind: TransactionKind, type: string): Reporter =>
  reporterFor(kind, reportedTriggers.find((one) => one === type) ?? 'DEPOSIT_RECEIVED') ?? 'banking';
const SEED = 20261121;

startedForTests(startMemoryTable);
const user = aUser();
beforeAll(() => writeAtomically([putItem(encodeUser(user))]));
beforeEach(() => {
  vi.stubEnv('STAGE', 'sandbox');
  vi.stubEnv('LOCAL_NETWORK', 'allow');
  for (const name of reporters) vi.stubEnv(`${signaturePrefix(name)}_SECRET`, SECRETS[name]);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

interface Report {
  readonly [field: string]: unknown;
  readonly provider: string;
  readonly eventId: string;
  readonly transactionId: string;
  readonly type: string;
}

const send = async ({ body, headers }: { body: string; headers: Readonly<Record<string, string>> }) => {
  const response = await handler(
    gatewayEvent({
      httpMethod: 'POST',
      resource: '/provider-events',
      body,
      headers: { ...headers },
    }),
  );
  const reply: { data?: { result?: string; status?: string }; code?: string } = JSON.parse(response.body);
  return { status: response.statusCode, result: reply.data?.result, now: reply.data?.status, code: reply.code };
};
const report = (content: unknown, secret = secretFor(content)) => send(signedCallback(content, secret));

const makers = { ON_RAMP: anOnRamp, OFF_RAMP: anOffRamp, CROSS_RAMP: aCrossRamp };

/** Stores a transaction. An off-ramp is already executed unless `executed` is false. */
async function created(
  kind: keyof typeof makers,
  { executed = true, ...terms }: { executed?: boolean } & Pick<Transaction, 'depositTerms'> = {},
): Promise<Transaction> {
  const createdAtMs = Date.now();
  const fresh = makers[kind]({ id: newId(createdAtMs), partnerId: user.partnerId, userId: user.id });
  const before: Transaction = {
    ...fresh,
    ...terms,
    createdAtMs,
    updatedAtMs: createdAtMs,
    deadlineMs: createdAtMs + 86_400_000,
  };
  await writeAtomically(transactionCreationWrites(before));
  if (kind === 'OFF_RAMP' && executed) await execute(before);
  return before;
}

function execute({ id: transactionId }: Transaction) {
  return applyEvent({
    source: 'partner',
    eventId: 'execute-1',
    transactionId,
    trigger: 'EXECUTE',
    atMs: Date.now(),
  });
}

/** Returns the state of a transaction: its status, reasons and held amounts, and the sum of each type of account. */
async function readState(id: string) {
  const now = await findTransaction(id);
  const lines = (await readTimelineEntries(id)).flatMap(({ entries }) => entries);
  const sums = new Map<string, bigint>();
  for (const { account, side, amount, currency } of lines) {
    // The sums are by type of account, for example `refund` without the user's id. All amounts of a currency have the same number
    // of decimals, so an amount without its point is in minor units.
    const key = `${account.replace(/:.*$/, '')} ${currency}`;
    const minor = BigInt(amount.replace('.', ''));
    sums.set(key, (sums.get(key) ?? 0n) + (side === 'DEBIT' ? minor : -minor));
  }
  return {
    status: now?.status,
    reason: now?.cancellationReason,
    held: now?.refundHeld && moneyText(now.refundHeld),
    returned: now?.payoutReturn?.reason,
    sums: Object.fromEntries([...sums].filter(([, sum]) => sum !== 0n).sort()),
  };
}

const step = (type: ReportedTrigger, more: Readonly<Record<string, string>> = {}) => ({ type, ...more });
const toPayout = [step('DEPOSIT_RECEIVED'), step('CONVERSION_STARTED'), step('CONVERSION_COMPLETED')];

/** Sequences of events, by transaction type. */
const flights = [
  ['ON_RAMP', [step('DEPOSIT_RECEIVED'), step('CONVERSION_STARTED'), step('PAYOUT_COMPLETED')]],
  ['ON_RAMP', [step('DEPOSIT_RECEIVED'), step('NAME_CHECK_FAILED')]],
  [
    'ON_RAMP',
    [
      step('DEPOSIT_RECEIVED'),
      step('CONVERSION_STARTED'),
      step('PAYOUT_FAILED', { reason: 'CHAIN_HALTED' }),
      step('REFUND_PAID'),
    ],
  ],
  [
    'OFF_RAMP',
    [
      step('DEPOSIT_RECEIVED'),
      step('RECEIPT_CONFIRMED'),
      step('CONVERSION_COMPLETED'),
      step('PAYOUT_SUBMITTED'),
      step('PAYOUT_COMPLETED'),
    ],
  ],
  [
    'OFF_RAMP',
    [step('DEPOSIT_RECEIVED'), step('RECEIPT_CONFIRMED'), step('CONVERSION_COMPLETED'), step('NAME_CHECK_FAILED')],
  ],
  ['CROSS_RAMP', [...toPayout, step('PAYOUT_SUBMITTED'), step('PAYOUT_COMPLETED')]],
  [
    'CROSS_RAMP',
    [
      ...toPayout,
      step('PAYOUT_SUBMITTED'),
      step('PAYOUT_COMPLETED'),
      step('PAYOUT_RETURNED', { reason: 'ACCOUNT_CLOSED' }),
      step('REFUND_PAID'),
    ],
  ],
  ['CROSS_RAMP', [...toPayout, step('PAYOUT_SUBMITTED'), step('PAYOUT_FAILED', { reason: 'REJECTED' })]],
  ['CROSS_RAMP', [step('DEPOSIT_RECEIVED'), step('CONVERSION_STARTED'), step('CONVERSION_FAILED')]],
] as const;

/** Returns provider reports for a sequence of events, one second apart on the provider's clock. */
function toReports({ id, kind, createdAtMs }: Transaction, steps: (typeof flights)[number][1]): Report[] {
  return steps.map((one, index) => ({
    ...one,
    provider: whoReports(kind, one.type),
    eventId: `event-${index}`,
    transactionId: id,
    at: new Date(createdAtMs + index * 1000).toISOString(),
  }));
}

/** Returns a seeded random number generator (https://en.wikipedia.org/wiki/Linear_congruential_generator). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('2,400 reports, copied, in any order and forged', () => {
  const TRANSACTIONS = 48;
  const REPORTS = 2400;

  it('leave every transaction as the correct sequence does', { timeout: 900_000 }, async () => {
    const clean = await Promise.all(
      flights.map(async ([kind, steps]) => {
        const before = await created(kind);
        for (const one of toReports(before, steps))
          expect(await report(one)).toMatchObject({ status: 200, result: 'APPLIED' });
        return readState(before.id);
      }),
    );
    const any = numbersFrom(SEED);
    const seen: Record<string, number> = {};
    let sent = 0;

    const play = async (turn: number) => {
      const [kind, steps] = flights[turn % flights.length] ?? flights[0];
      const before = await created(kind);
      const honest = toReports(before, steps);
      const mail = Array.from({ length: REPORTS / TRANSACTIONS }, (_, index) => {
        // Each genuine report occurs at least once; duplicates and forged reports follow.
        const content = honest[index] ?? honest[any(honest.length)] ?? {};
        const fake = index >= honest.length && any(4) === 0;
        return fake ? forgeries[any(forgeries.length)]?.(content, before) : signedCallback(content, secretFor(content));
      });
      for (let last = mail.length - 1; last > 0; last -= 1) {
        const other = any(last + 1);
        [mail[last], mail[other]] = [mail[other], mail[last]];
      }
      // Sends two reports of the transaction at the same time.
      for (let at = 0; at < mail.length; at += 2) {
        const pair = mail.slice(at, at + 2).filter((one) => one !== undefined);
        for (const { status, result } of await Promise.all(pair.map(send))) {
          sent += 1;
          seen[result ?? status] = (seen[result ?? status] ?? 0) + 1;
        }
      }
      // Two concurrent reports can leave an event unapplied. In a deployed stage, a worker makes this call later.
      await applyOutOfOrderEvents(before.id, Date.now());
      expect(await readState(before.id), `${kind} ${turn}`).toEqual(clean[turn % flights.length]);
    };
    for (let turn = 0; turn < TRANSACTIONS; turn += 8)
      await Promise.all(Array.from({ length: 8 }, (_, index) => play(turn + index)));
    expect(sent).toBe(REPORTS);
    expect(seen['500'], JSON.stringify(seen)).toBeUndefined();
    for (const what of ['APPLIED', 'OUT_OF_ORDER', 'DUPLICATE', '400', '401', '404'])
      expect(seen[what], `${what} of ${JSON.stringify(seen)}`).toBeGreaterThan(20);
  });

  /**
   * Forged reports: with a wrong secret, without a signature, with a timestamp more than five minutes away, or with wrong
   * content.
   */
  const forgeries: readonly ((content: Partial<Report>, of: Transaction) => ReturnType<typeof signedCallback>)[] = [
    (content) => signedCallback(content, newWebhookSecret()),
    (content) => signedCallback(content, secretFor(content), { timestampS: Math.floor(Date.now() / 1000) - 301 }),
    (content) => signedCallback(content, secretFor(content), { timestampS: Math.floor(Date.now() / 1000) + 301 }),
    (content) => ({ ...signedCallback(content, secretFor(content)), headers: {} }),
    (content, { id }) => ({
      ...signedCallback({ ...content, type: 'DEPOSIT_NOT_RECEIVED' }, secretFor(content)),
      body: JSON.stringify({ ...content, type: 'PAYOUT_FAILED', transactionId: id, eventId: randomUUID() }),
    }),
    (content) => signedCallback({ ...content, transactionId: randomUUID(), eventId: 'elsewhere' }, secretFor(content)),
    (content) => signedCallback({ ...content, provider: 'partner' }, secretFor(content)),
    (content) => signedCallback({ ...content, type: 'CANCEL', eventId: randomUUID() }, secretFor(content)),
    (content) => signedCallback({ ...content, status: 'COMPLETED' }, secretFor(content)),
    // Correctly signed, but with a wrong amount. The type is never `DEPOSIT_RECEIVED`, because a deposit of any amount is valid.
    ({ type, ...content }) =>
      signedCallback(
        {
          ...{ ...content, type: type === 'DEPOSIT_RECEIVED' ? 'PAYOUT_SUBMITTED' : type },
          ...{ eventId: randomUUID(), amount: '1.00', currency: 'MXN' },
        },
        secretFor(content),
      ),
  ];
});

describe('a report', () => {
  const about = (of: Transaction, type: string, more: Readonly<Record<string, unknown>> = {}): Report => ({
    provider: whoReports(of.kind, type),
    eventId: randomUUID(),
    transactionId: of.id,
    type,
    ...more,
  });
  const recorded = (one: Report) => readItem(providerEventKey(one.transactionId, one.provider, one.eventId));

  it('that arrives before earlier ones waits for them, and no longer', async () => {
    const of = await created('CROSS_RAMP');
    const early = about(of, 'PAYOUT_COMPLETED');
    expect(await report(early)).toMatchObject({ status: 200, result: 'OUT_OF_ORDER', now: 'PENDING' });
    expect(await recorded(early)).toMatchObject({ outcome: 'OUT_OF_ORDER' });
    expect(await report(early)).toMatchObject({ result: 'DUPLICATE' });
    for (const type of ['DEPOSIT_RECEIVED', 'CONVERSION_STARTED', 'CONVERSION_COMPLETED'])
      await report(about(of, type));
    expect(await report(about(of, 'PAYOUT_SUBMITTED'))).toMatchObject({
      result: 'APPLIED',
      now: 'COMPLETED',
    });
    expect(await recorded(early)).toMatchObject({ outcome: 'APPLIED', status: 'BANK_TRANSFER_PENDING' });
    expect(await readItem(outOfOrderEventsKey(of.id))).toMatchObject({ events: [] });
    expect(await readItem(outOfOrderEventsKey(of.id))).not.toHaveProperty('dueAt');
  });

  it('H06: of a payout that is held waits for the end of the hold', async () => {
    const of = await created('CROSS_RAMP');
    for (const type of ['DEPOSIT_RECEIVED', 'CONVERSION_STARTED', 'CONVERSION_COMPLETED'])
      await report(about(of, type));
    const decide = (trigger: 'HOLD_PLACED' | 'HOLD_RELEASED') =>
      applyEvent({ source: 'operator', eventId: trigger, transactionId: of.id, trigger, atMs: Date.now() });
    await decide('HOLD_PLACED');
    const early = about(of, 'PAYOUT_SUBMITTED');
    expect(await report(early)).toMatchObject({ result: 'OUT_OF_ORDER', now: 'READY_BANK_TRANSFER' });
    expect((await decide('HOLD_RELEASED')).transaction).toMatchObject({ status: 'BANK_TRANSFER_PENDING' });
    expect(await recorded(early)).toMatchObject({ outcome: 'APPLIED' });
  });

  it.each([
    ['keeps its rail', { type: 'ACH', reference: '021000021000123' }, { type: 'ACH', reference: '021000021000123' }],
    ['counts without a malformed rail', { type: 'ACH', reference: '?' }, undefined],
  ])('that arrives too early %s', async (_, rail, payoutRail) => {
    const of = await created('CROSS_RAMP');
    expect(await report(about(of, 'PAYOUT_COMPLETED', { rail }))).toMatchObject({ result: 'OUT_OF_ORDER' });
    for (const type of ['DEPOSIT_RECEIVED', 'CONVERSION_STARTED', 'CONVERSION_COMPLETED', 'PAYOUT_SUBMITTED'])
      await report(about(of, type));
    const after = await findTransaction(of.id);
    expect(after?.status).toBe('COMPLETED');
    expect(after?.payoutRail).toEqual(payoutRail && { ...payoutRail, atMs: expect.any(Number) });
  });

  it("also waits for the partner's call", async () => {
    const of = await created('OFF_RAMP', { executed: false });
    await report(about(of, 'DEPOSIT_RECEIVED'));
    expect(await report(about(of, 'RECEIPT_CONFIRMED'))).toMatchObject({
      result: 'OUT_OF_ORDER',
      now: 'CRYPTO_RECEIVED',
    });
    expect((await execute(of)).transaction.status).toBe('COMPLETED_CRYPTO_RECEIVAL');
  });

  it('that waits is found by the redrive, and is dropped once it can no longer apply', async () => {
    const of = await created('CROSS_RAMP');
    const early = about(of, 'CONVERSION_COMPLETED');
    await report(early);
    expect(await readItem(outOfOrderEventsKey(of.id))).toMatchObject({
      entity: 'OUT_OF_ORDER',
      partnerId: of.partnerId,
    });
    expect((await readItem(outOfOrderEventsKey(of.id)))?.dueAt).toBeGreaterThan(Date.now());
    await scheduleRecheck(of.id, Date.now());
    expect((await readItem(outOfOrderEventsKey(of.id)))?.dueAt).toBeGreaterThan(Date.now() + 3_000_000);
    await applyEvent({ ...about(of, ''), trigger: 'CANCEL', source: 'partner', atMs: Date.now() });
    await applyOutOfOrderEvents(of.id, Date.now());
    expect(await recorded(early)).toMatchObject({ outcome: 'REFUSED', status: 'CANCELLED' });
    expect(await readItem(outOfOrderEventsKey(of.id))).not.toHaveProperty('dueAt');
  });

  it('that comes too late is recorded and changes nothing', async () => {
    const of = await created('ON_RAMP');
    await report(about(of, 'DEPOSIT_RECEIVED'));
    await report(about(of, 'CONVERSION_STARTED'));
    const before = await findTransaction(of.id);
    for (const type of ['CONVERSION_STARTED', 'NAME_CHECK_FAILED']) {
      const late = about(of, type);
      expect(await report(late), type).toMatchObject({ status: 200, result: 'REFUSED', now: 'IN_PROGRESS' });
      expect(await recorded(late), type).toMatchObject({ outcome: 'REFUSED' });
    }
    expect(await findTransaction(of.id)).toEqual(before);
  });

  it('is accepted from the one provider that reports it, in its own name and with its own secret', async () => {
    for (const kind of transactionKinds) {
      const of = await created(kind);
      const before = await readRange({ partition: transactionKey(of.id).PK });
      for (const type of reportedTriggers)
        for (const provider of reporters.filter((one) => !mayReport(one, kind, type))) {
          const foreign = about(of, type, { provider });
          const where = `${provider} ${kind} ${type}`;
          expect(await report(foreign), where).toMatchObject({
            ...{ status: 403, code: 'TRANSACTION_ACCESS_DENIED' },
          });
          const borrowed = about(of, type);
          const other = reporters.find((one) => one !== borrowed.provider) ?? 'rates';
          expect(await report(borrowed, SECRETS[other]), where).toMatchObject({ status: 403 });
        }
      expect(await readRange({ partition: transactionKey(of.id).PK })).toEqual(before);
      expect(await report(about(of, 'DEPOSIT_RECEIVED'))).toMatchObject({ status: 200, result: 'APPLIED' });
    }
  });

  it('is accepted with either secret of its provider during a rotation, and with none of another whose secret cannot be read', async () => {
    const secrets = await startLoopbackSecrets();
    const toArn = (name: string) => `arn:aws:secretsmanager:us-east-1:111122223333:secret:${name}-AbCdEf`;
    vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', secrets.url);
    vi.stubEnv('LOCAL_NETWORK', 'deny');
    const [older, newer] = [newWebhookSecret(), newWebhookSecret()];
    try {
      for (const name of ['banking', 'rates'] as const) vi.stubEnv(`${signaturePrefix(name)}_SECRET_ARN`, toArn(name));
      secrets.secrets.set(toArn('banking'), JSON.stringify({ callbackSecrets: [newer, older] }));
      secrets.secrets.set(toArn('rates'), 'not a secret');
      const of = await created('CROSS_RAMP');
      for (const secret of [older, newer])
        expect(await report(about(of, 'DEPOSIT_RECEIVED'), secret)).toMatchObject({ result: 'APPLIED' });
      // The signature could be valid for the secret of `rates`, which cannot be read. Therefore the provider must send the report
      // again.
      expect(await report(about(of, 'CONVERSION_STARTED'), newWebhookSecret())).toMatchObject({
        status: 500,
      });
    } finally {
      await secrets.stop();
    }
  });

  it('is refused when too many others wait', async () => {
    const of = await created('CROSS_RAMP');
    const results: (string | undefined)[] = [];
    for (let count = 1; count <= 18; count += 1) results.push((await report(about(of, 'PAYOUT_COMPLETED'))).result);
    expect(results).toEqual([...Array.from({ length: 16 }, () => 'OUT_OF_ORDER'), 'REFUSED', 'REFUSED']);
  });

  it.each([
    ['another amount', 'CONVERSION_STARTED', { amount: '2000.02', currency: 'MXN' }],
    ['another currency', 'CONVERSION_STARTED', { amount: '2000.01', currency: 'USD' }],
    ['a fraction too many', 'DEPOSIT_RECEIVED', { amount: '2000.011', currency: 'MXN' }],
    ['nothing', 'DEPOSIT_RECEIVED', { amount: '0.00', currency: 'MXN' }],
  ])('of %s is refused, and stored with its violation', async (_what, type, more) => {
    const of = await created('CROSS_RAMP');
    const wrong = about(of, type, more);
    expect(await report(wrong)).toMatchObject({ status: 200, result: 'REFUSED', now: 'PENDING' });
    expect(await recorded(wrong)).toMatchObject({ outcome: 'REFUSED', violation: 'AMOUNT_DIFFERS' });
  });

  describe('of a deposit', () => {
    const deposit = (of: Transaction, amount: string, currency = 'MXN') =>
      about(of, 'DEPOSIT_RECEIVED', { amount, currency });
    const readSurplus = async ({ id }: Transaction) =>
      (await findTransaction(id))?.surplusDeposits.map(
        ({ amount, returnedAtMs }) =>
          `${moneyText(amount)} ${amount.currency}${returnedAtMs === undefined ? '' : ' returned'}`,
      );
    /** Returns credits less debits of the user's refund account, by currency. */
    async function refundAccount({ id, userId }: Transaction) {
      const sums: Record<string, number> = {};
      for (const { entries } of await readTimelineEntries(id))
        for (const { account, side, amount, currency } of entries) {
          if (account !== `refund:${userId}`) continue;
          sums[currency] = (sums[currency] ?? 0) + (side === 'CREDIT' ? 1 : -1) * Math.round(Number(amount) * 100);
        }
      return sums;
    }

    it.each([
      ['another chain', { blockchain: 'ETH' }, 'PENDING'],
      ['its own chain', { blockchain: 'POL' }, 'CRYPTO_RECEIVED'],
      ['a chain that is not named', {}, 'CRYPTO_RECEIVED'],
    ])('that arrived on %s', async (_, on, now) => {
      const of = await created('OFF_RAMP');
      const transactionHash = `0x${'ab'.repeat(32)}`;
      const { currency } = sourceAmount(of);
      const amount = moneyText(sourceAmount(of));
      const tokens = about(of, 'DEPOSIT_RECEIVED', { amount, currency, transactionHash, ...on });
      expect(await report(tokens)).toMatchObject({ status: 200, result: 'APPLIED', now });
      const after = await findTransaction(of.id);
      const isOther = now === 'PENDING';
      // A deposit on another chain remains on the refund account. Its hash is not stored as the hash of the expected deposit.
      expect(await readSurplus(of)).toEqual(isOther ? [`${amount} ${currency}`] : []);
      expect(after?.surplusDeposits.map(({ blockchain }) => blockchain)).toEqual(isOther ? ['ETH'] : []);
      expect(after?.kind === 'OFF_RAMP' && after.transactionHash === transactionHash).toBe(!isOther);
    });

    it("that comes a second time is credited to the refund account, whatever the transaction's status", async () => {
      const of = await created('CROSS_RAMP');
      const first = deposit(of, '2000.01');
      expect(await report(first)).toMatchObject({ result: 'APPLIED', now: 'FIAT_RECEIVED' });
      expect(await report(first)).toMatchObject({ result: 'DUPLICATE' });
      const steps = ['CONVERSION_STARTED', 'CONVERSION_COMPLETED', 'PAYOUT_SUBMITTED', 'PAYOUT_COMPLETED'];
      for (const [index, type] of steps.entries()) {
        const { status, version } = (await findTransaction(of.id)) ?? of;
        const second = deposit(of, `${index + 1}.50`);
        expect(await report(second), status).toMatchObject({ result: 'APPLIED', now: status });
        expect(await report(second), status).toMatchObject({ result: 'DUPLICATE', now: status });
        expect(await findTransaction(of.id)).toMatchObject({ status, version: version + 1 });
        expect(await report(about(of, type))).toMatchObject({ result: 'APPLIED' });
      }
      expect(await report(deposit(of, '2000.01'))).toMatchObject({ result: 'APPLIED', now: 'COMPLETED' });
      expect(await readSurplus(of)).toEqual(['1.50 MXN', '2.50 MXN', '3.50 MXN', '4.50 MXN', '2000.01 MXN']);
      expect(await refundAccount(of)).toEqual({ MXN: 201_201 });
      const back = about(of, 'REFUND_PAID', { amount: '3.50', currency: 'MXN' });
      expect(await report(back)).toMatchObject({ result: 'APPLIED', now: 'COMPLETED' });
      expect(await report({ ...back, eventId: randomUUID() })).toMatchObject({ result: 'OUT_OF_ORDER' });
      expect(await readSurplus(of)).toEqual([
        ...['1.50 MXN', '2.50 MXN', '3.50 MXN returned', '4.50 MXN', '2000.01 MXN'],
      ]);
      expect(await refundAccount(of)).toEqual({ MXN: 200_851 });
    });

    it('of more than expected funds the transaction, and the rest is paid back', async () => {
      const of = await created('CROSS_RAMP');
      expect(await report(deposit(of, '2100.00'))).toMatchObject({ result: 'APPLIED', now: 'FIAT_RECEIVED' });
      expect(await readSurplus(of)).toEqual(['99.99 MXN']);
      expect(await refundAccount(of)).toEqual({ MXN: 9999 });
    });

    it.each([
      ['of less', '1999.99', 'MXN'],
      ['of another currency', '2000.01', 'USD'],
    ])('%s than expected is paid back, and the transaction still waits', async (_what, amount, currency) => {
      const of = await created('CROSS_RAMP');
      expect(await report(deposit(of, amount, currency))).toMatchObject({
        result: 'APPLIED',
        now: 'PENDING',
      });
      expect(await readSurplus(of)).toEqual([`${amount} ${currency}`]);
      expect(await report(deposit(of, '2000.01'))).toMatchObject({ result: 'APPLIED', now: 'FIAT_RECEIVED' });
      expect((await findTransaction(of.id))?.deadlineMs).toBeUndefined();
    });

    it.each(['CANCEL', 'EXPIRE'] as const)('that comes after %s is paid back', async (trigger) => {
      const of = await created('ON_RAMP');
      await applyEvent({ ...about(of, ''), trigger, source: 'partner', atMs: Date.now() });
      const { status } = (await findTransaction(of.id)) ?? of;
      expect(await report(deposit(of, '1000.00'))).toMatchObject({ result: 'APPLIED', now: status });
      expect(await readSurplus(of)).toEqual(['1000.00 MXN']);
    });

    it('and the refund of a failed payout are paid back separately', async () => {
      const of = await created('ON_RAMP');
      for (const type of ['DEPOSIT_RECEIVED', 'CONVERSION_STARTED', 'PAYOUT_FAILED']) await report(about(of, type));
      await report(deposit(of, '12.00'));
      expect(await refundAccount(of)).toEqual({ MXN: 101_200 });
      const back = (amount: string) => about(of, 'REFUND_PAID', { amount, currency: 'MXN' });
      expect(await report(back('1000.00'))).toMatchObject({ result: 'APPLIED', now: 'FAILED' });
      expect(await refundAccount(of)).toEqual({ MXN: 1200 });
      expect(await report(back('12.00'))).toMatchObject({ result: 'APPLIED', now: 'FAILED' });
      expect(await refundAccount(of)).toEqual({ MXN: 0 });
    });

    const refund = (of: Transaction, amount: string) => about(of, 'REFUND_PAID', { amount, currency: 'MXN' });
    const HOUR = 3_600_000;

    it('whose return was posted is not paid back by the report of that return, nor is the next one', async () => {
      const of = await created('ON_RAMP');
      await report(about(of, 'DEPOSIT_RECEIVED'));
      await report(about(of, 'NAME_CHECK_FAILED'));
      const back = refund(of, '1000.00');
      expect(await report(back)).toMatchObject({ result: 'REFUSED', now: 'CANCELLED' });
      expect(await readItem(outOfOrderEventsKey(of.id))).toBeUndefined();
      await report(deposit(of, '1000.00'));
      expect(await readSurplus(of)).toEqual(['1000.00 MXN']);
    });

    it.each(['CANCEL', 'EXPIRE', 'NAME_CHECK_FAILED'] as const)(
      'after %s may be overtaken by its refund',
      async (trigger) => {
        const of = await created('ON_RAMP');
        if (trigger === 'NAME_CHECK_FAILED') await report(about(of, 'DEPOSIT_RECEIVED'));
        await applyEvent({ ...about(of, ''), trigger, source: 'partner', atMs: Date.now() });
        const back = refund(of, '500.00');
        expect(await report(back)).toMatchObject({ result: 'OUT_OF_ORDER' });
        expect(await report(deposit(of, '500.00'))).toMatchObject({ result: 'APPLIED' });
        expect(await readSurplus(of)).toEqual(['500.00 MXN returned']);
        expect(await recorded(back)).toMatchObject({ outcome: 'APPLIED' });
      },
    );

    it('may arrive after its refund while another one is held', async () => {
      const of = await created('ON_RAMP');
      await report(deposit(of, '300.00'));
      const back = refund(of, '500.00');
      expect(await report(back)).toMatchObject({ result: 'OUT_OF_ORDER' });
      await applyOutOfOrderEvents(of.id, Date.now());
      expect(await recorded(back)).toMatchObject({ outcome: 'OUT_OF_ORDER' });
      await report(deposit(of, '500.00'));
      expect(await readSurplus(of)).toEqual(['300.00 MXN', '500.00 MXN returned']);
      expect(await refundAccount(of)).toEqual({ MXN: 30_000 });
    });

    it('is not paid back by a refund that was reported more than an hour before it', async () => {
      const of = await created('CROSS_RAMP');
      const back = refund(of, '500.00');
      expect(await report(back)).toMatchObject({ result: 'OUT_OF_ORDER' });
      takeMetrics();
      const later = Date.now() + HOUR + 1000;
      await applyEvent({
        ...{ source: 'banking', eventId: randomUUID(), transactionId: of.id, trigger: 'DEPOSIT_RECEIVED' },
        ...{ amount: money(50_000n, 'MXN'), atMs: later, reportedAtMs: later },
      });
      expect(takeMetrics().members).toMatchObject({ providerEventRefused: 1 });
      expect(await readSurplus(of)).toEqual(['500.00 MXN']);
      expect(await recorded(back)).toMatchObject({ outcome: 'REFUSED' });
      expect(await readItem(outOfOrderEventsKey(of.id))).not.toHaveProperty('dueAt');
    });

    it('is ordered to be returned once its transaction has ended, and not while it is kept for a top-up', async () => {
      vi.stubEnv('STAGE', 'production');
      const of = await created('CROSS_RAMP', { depositTerms: { partial: 'TOP_UP' } });
      expect(await report(deposit(of, '500.00'))).toMatchObject({ result: 'APPLIED' });
      expect(await findOrders(of.id)).toEqual([]);
      const { deadlineMs = 0 } = of;
      const expiry = { source: 'clock', eventId: 'deadline', transactionId: of.id, trigger: 'EXPIRE' } as const;
      expect((await applyEvent({ ...expiry, atMs: deadlineMs })).outcome).toBe('applied');
      expect(await findOrders(of.id)).toMatchObject([{ name: 'SURPLUS-0', refused: 0 }]);
      // The bank returns the deposit.
      await report(refund(of, '500.00'));
      expect(await refundAccount(of)).toEqual({ MXN: 0 });
    });

    it('many at once are all posted', async () => {
      const of = await created('OFF_RAMP');
      const responses = await Promise.all(Array.from({ length: 5 }, () => report(deposit(of, '50.000000', 'USDC'))));
      expect(responses.map(({ result }) => result)).toEqual(responses.map(() => 'APPLIED'));
      expect(await readSurplus(of)).toEqual(Array.from({ length: 4 }, () => '50.000000 USDC'));
    });
  });

  it('of a deposit without its amount is refused in production, where no amount is assumed', async () => {
    const of = await created('CROSS_RAMP');
    vi.stubEnv('STAGE', 'production');
    const silent = about(of, 'DEPOSIT_RECEIVED');
    expect(await report(silent)).toMatchObject({ status: 200, result: 'REFUSED', now: 'PENDING' });
    expect(await recorded(silent)).toMatchObject({ outcome: 'REFUSED', violation: 'AMOUNT_MISSING' });
    const withAmount = about(of, 'DEPOSIT_RECEIVED', { amount: '2000.01', currency: 'MXN' });
    expect(await report(withAmount)).toMatchObject({ status: 200, result: 'APPLIED', now: 'FIAT_RECEIVED' });
    const started = about(of, 'CONVERSION_STARTED');
    expect(await report(started)).toMatchObject({ status: 200, result: 'APPLIED' });
  });

  it("of a failed name check has its reason in the partner's responses", async () => {
    const of = await created('ON_RAMP');
    await report(about(of, 'DEPOSIT_RECEIVED'));
    await report(about(of, 'NAME_CHECK_FAILED'));
    expect(await findTransaction(of.id)).toMatchObject({
      status: 'CANCELLED',
      cancellationReason: 'NAME_VERIFICATION_FAILED',
    });
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['an unknown field', { status: 'COMPLETED' }],
    ['no type', { type: undefined }],
    ['an unknown type', { type: 'PAID' }],
    ['the clock’s type', { type: 'EXPIRE' }],
    ['the partner’s type', { type: 'EXECUTE' }],
    ['our own name', { provider: 'clock' }],
    ['a name with a separator', { provider: 'a#b' }],
    ['an empty id', { eventId: '' }],
    ['an id with a separator', { eventId: 'a#b' }],
    ['a number for an amount', { amount: 2000.01, currency: 'MXN' }],
    ['an amount without a currency', { amount: '2000.01' }],
    ['a currency without an amount', { currency: 'MXN' }],
    ['a sentence for a reason', { reason: 'Eva Sol has no account' }],
    ['a day for an instant', { at: '2026-11-21' }],
  ])('with %s is malformed', async (_what, more) => {
    const of = await created('ON_RAMP');
    const before = await readRange({ partition: transactionKey(of.id).PK });
    expect(await report(about(of, 'DEPOSIT_RECEIVED', more))).toMatchObject({
      status: 400,
      code: 'INVALID_USER_INPUT_ERROR',
    });
    expect(await readRange({ partition: transactionKey(of.id).PK })).toEqual(before);
  });

  it('may name its amount in any type of event', async () => {
    const of = await created('CROSS_RAMP');
    const [source, target] = [sourceAmount(of), payoutAmount(of)];
    const named = [
      ['DEPOSIT_RECEIVED', source],
      ['CONVERSION_STARTED', source],
      ['CONVERSION_COMPLETED', target],
      ['PAYOUT_SUBMITTED', target],
      ['PAYOUT_COMPLETED', target],
      ['PAYOUT_RETURNED', target],
      ['REFUND_PAID', target],
    ] as const;
    for (const [type, amount] of named) {
      const one = about(of, type, { amount: moneyText(amount), currency: amount.currency });
      expect(await report(one), type).toMatchObject({ result: 'APPLIED' });
    }
  });
});
