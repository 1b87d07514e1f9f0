import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { bankAccountCreationWrites } from '#shared/bank-accounts/repository';
import { notificationKey } from '#shared/dynamodb/keys';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { putItem } from '#shared/dynamodb/writes';
import { createPartner, PLATFORM, readAudit } from '#shared/partners/repository';
import type { CrossRamp, Transaction } from '#shared/transactions/domain/transaction';
import { payoutCreationWrite } from '#shared/transactions/payouts/repository';
import { eventRecordWrite, type RecordedOutcome, transactionCreationWrites } from '#shared/transactions/repository';
import { erasureWrites, insertUser } from '#shared/users/repository';
import { newId } from '#shared/values/ids';
import { money } from '#shared/values/money/money';
import { deliveryStore } from '#shared/webhooks/deliveries/repository';
import { applyAttempt, startManualRetry } from '#shared/webhooks/domain/delivery';
import type { NotificationItem } from '#shared/webhooks/item';
import { newEndpointDelivery, notificationItemWrites } from '#shared/webhooks/repository';
import { aUserAccount } from '#test/support/builders/bank-accounts';
import { aCrossRamp, anOffRamp, anOnRamp } from '#test/support/builders/transactions';
import { aUser } from '#test/support/builders/users';
import { Tally } from '#test/support/metering/tally';
import { notification, refused } from '#test/unit/delivery/fakes';
import { ops, toolOnTable } from './tool';

const HOUR_MS = 3_600_000;
const NOW = Date.now();
const HASH = `0x${'aB'.repeat(32)}`;
const calm = { waits: [0], random: 0 };

const tally = Tally.start();
const { here } = toolOnTable('--json');
let partners: string[];
beforeAll(async () => {
  const created = ['Acme', 'Zeta'].map((name) => createPartner({ name, stage: 'sandbox', atMs: NOW }));
  partners = (await Promise.all(created)).map(({ partnerId }) => partnerId);
});

const first = () => partners[0] ?? '';
const second = () => partners[1] ?? '';

const rows = z.optional(
  z.array(z.looseObject({ id: z._default(z.string(), ''), endpointId: z.optional(z.nullable(z.string())) })),
);
const printed = z.object({ users: rows, transactions: rows, deliveries: rows, more: z.optional(z.boolean()) });

/** Runs a search. @returns its output, and the read units of all its requests */
async function search(...args: readonly string[]) {
  tally.begin();
  const output = await ops([...args, ...here()]);
  const { reads } = tally.end();
  expect(output).toMatchObject({ code: 0, error: '' });
  const found = printed.parse(JSON.parse(output.out));
  return { ...found, out: output.out, reads };
}
const ids = (found: readonly { readonly id: string }[] | undefined) => found?.map(({ id }) => id);

async function stored<T extends Transaction>(build: (overrides: Partial<T>) => T, overrides: Partial<T>, ageMs = 0) {
  const atMs = NOW - ageMs;
  const times = { createdAtMs: atMs, updatedAtMs: atMs };
  const transaction = build({ id: newId(atMs), partnerId: first(), userId: newId(atMs), ...times, ...overrides });
  await writeAtomically(transactionCreationWrites(transaction));
  return transaction;
}

let sequence = 0;
/** Stores a notification that FAILED after one attempt, and its FAILED delivery to an additional endpoint. */
async function failedNotification(partnerId: string, atMs: number): Promise<NotificationItem> {
  sequence += 1;
  const id = newId(atMs);
  const createdAt = new Date(atMs).toISOString();
  const key = notificationKey({ kind: 'TX', id }, 1);
  const item = notification(sequence, { ...key, id, partnerId, createdAt, endpointIds: ['e1'] });
  const delivery = newEndpointDelivery(item, 'e1', atMs);
  await writeAtomically([putItem(item), putItem(delivery)]);
  const attempt = { ...refused, deliveryRun: 1, attemptsMade: 0, startedAtMs: atMs, endedAtMs: atMs };
  for (const one of [item, delivery]) {
    const after = applyAttempt(one, attempt, calm);
    if (after === undefined) throw new Error('A refusal is an outcome');
    expect(await deliveryStore.save(one, after)).toEqual({ saved: true });
  }
  return item;
}

/** Stores a notification with its list rows. */
async function listed(body: object) {
  const id = newId(NOW);
  const key = notificationKey({ kind: 'TX', id }, 1);
  const item = notification(1, { ...key, id, partnerId: second(), body: JSON.stringify(body) });
  await writeAtomically(notificationItemWrites(item));
  return item;
}

describe('user find', () => {
  it('finds a user by id, by address in any case, and by external id, and shows nothing of the person', async () => {
    const person = { email: 'Ana.Garcia@Example.com', firstName: 'Ana', externalUserId: 'crm-77' };
    const user = aUser({ partnerId: first(), ...person });
    await insertUser(user);
    for (const by of [
      ['--id', user.id.toUpperCase()],
      ['--email', ' ana.garcia@EXAMPLE.com '],
      ['--external-id', 'crm-77'],
      ['--email', 'ana.garcia@example.com', '--partner', first()],
    ]) {
      const { users, out } = await search('user', 'find', ...by);
      expect(users).toMatchObject([{ id: user.id, partnerId: first(), state: 'LIVE', kycStatus: 'NOT_STARTED' }]);
      expect(out).not.toMatch(/ana|crm-77/i);
    }
  });

  it('finds the users of several partners with one address, and of one partner its own', async () => {
    const email = 'two@example.com';
    const users = partners.map((partnerId) => aUser({ partnerId, email }));
    for (const user of users) await insertUser(user);
    expect(ids((await search('user', 'find', '--email', email)).users)?.toSorted()).toEqual(ids(users)?.toSorted());
    const own = await search('user', 'find', '--email', email, '--partner', second());
    expect(ids(own.users)).toEqual(ids(users.slice(1)));
    const foreign = await search('user', 'find', '--id', users[0]?.id ?? '', '--partner', second());
    expect(foreign.users).toEqual([]);
  });

  it('knows an erased user by the id alone', async () => {
    const user = aUser({ partnerId: first(), email: 'gone@example.com' });
    await insertUser(user);
    await writeAtomically(erasureWrites(user, NOW));
    expect((await search('user', 'find', '--email', 'gone@example.com')).users).toEqual([]);
    const { users } = await search('user', 'find', '--id', user.id);
    expect(users).toMatchObject([{ id: user.id, partnerId: first(), state: 'ERASED', kycStatus: null }]);
  });

  it('leaves on record by what it searched and whom it found, and never for what', async () => {
    const user = aUser({ partnerId: first(), email: 'recorded@example.com' });
    await insertUser(user);
    await search('user', 'find', '--email', user.email);
    const trail = await readAudit(PLATFORM);
    expect(trail.at(-1)).toMatchObject({ verb: 'user find', by: 'address', userIds: [user.id] });
    expect(trail.at(-1)?.operator).not.toBe('');
    expect(JSON.stringify(trail)).not.toContain('@example.com');
  });

  it.each([[[]], [['--id', newId(NOW), '--email', 'a@b.c']]])('wants one thing to search by: %j', async (args) => {
    expect(await ops(['user', 'find', ...args, ...here()])).toMatchObject({ code: 2 });
  });
});

describe('transaction list', () => {
  it('finds by deposit reference, by deposit address, by hash and by payout account, in any case', async () => {
    const userId = newId(NOW);
    const account = aUserAccount({ id: userId, partnerId: first() }, { country: 'US' });
    await writeAtomically(bankAccountCreationWrites(account));
    const message = 'PR0123456789ABCD';
    const deposit = { country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP', message };
    const crossRamp = await stored(aCrossRamp, { userId, bankAccountId: account.id, sourceBankAccount: deposit });
    const address = '0x00000000000000000000000000000000000000Ff';
    const offRamp = await stored(anOffRamp, { depositAddress: address });
    const onRamp = await stored(anOnRamp, { status: 'COMPLETED', transactionHash: HASH, deadlineMs: undefined });
    for (const [args, id] of [
      [['--deposit', 'pr01 2345 6789 abcd'], crossRamp.id],
      [['--deposit', address.toLowerCase()], offRamp.id],
      [['--hash', HASH.toLowerCase()], onRamp.id],
      [['--account', '123 456 789 012'], crossRamp.id],
    ] as const) {
      expect(ids((await search('transaction', 'list', ...args)).transactions), args.join(' ')).toEqual([id]);
      const foreign = await search('transaction', 'list', ...args, '--partner', second());
      expect(foreign.transactions).toEqual([]);
    }
    expect(JSON.stringify(await readAudit(PLATFORM))).not.toContain('123456789012');
  });

  it('finds what has not changed for some time, the oldest first, of all partners or one', async () => {
    const old = await stored(anOnRamp, { status: 'FIAT_RECEIVED', partnerId: second() }, 30 * HOUR_MS);
    const older = await stored(aCrossRamp, { status: 'IN_PROGRESS' }, 40 * HOUR_MS);
    await stored(aCrossRamp, { status: 'COMPLETED' }, 50 * HOUR_MS);
    await stored(aCrossRamp, { status: 'IN_PROGRESS', updatedAtMs: NOW }, 45 * HOUR_MS);
    const stuck = await search('transaction', 'list', '--unchanged-for', '1d');
    expect(ids(stuck.transactions)).toEqual([older.id, old.id]);
    expect(stuck.transactions).toMatchObject([{ amount: { amount: '2000.01', currency: 'MXN' } }, {}]);
    const own = await search('transaction', 'list', '--unchanged-for', '1d', '--partner', second());
    expect(ids(own.transactions)).toEqual([old.id]);
    const status = ['--status', 'in_progress', '--unchanged-for', '39h'];
    expect(ids((await search('transaction', 'list', ...status)).transactions)).toEqual([older.id]);
    const unknown = await ops(['transaction', 'list', '--user', older.userId, ...here()]);
    expect(unknown).toMatchObject({ code: 1, error: `There is no user ${older.userId}.\n` });
  });

  it("lists a user's transactions, the newest first, page by page", async () => {
    const user = aUser({ partnerId: first() });
    await insertUser(user);
    const transactions: Transaction[] = [];
    for (let hours = 3; hours > 0; hours -= 1)
      transactions.unshift(
        await stored(aCrossRamp, { userId: user.id, status: hours === 2 ? 'FAILED' : 'PENDING' }, hours),
      );
    const all = await search('transaction', 'list', '--user', user.id);
    expect(ids(all.transactions)).toEqual(ids(transactions));
    expect(all.more).toBe(false);
    const some = await search('transaction', 'list', '--user', user.id, '--limit', '2');
    expect([ids(some.transactions), some.more]).toEqual([ids(transactions.slice(0, 2)), true]);
    const failed = await search('transaction', 'list', '--user', user.id, '--status', 'FAILED', '--limit', '1');
    expect([ids(failed.transactions), failed.more]).toEqual([ids(transactions.slice(1, 2)), false]);
  });

  it('finds what was created on a day, by an amount, a reference of a rail or the end of an account', async () => {
    const userId = newId(NOW);
    const [before, day, after] = [-1, 0, 86_400_000].map((ms) => Date.UTC(2026, 2, 3) + ms);
    const made = (atMs: number, overrides: Partial<CrossRamp> = {}) =>
      stored(aCrossRamp, { id: newId(atMs), userId, createdAtMs: atMs, ...overrides });
    await Promise.all([before, after].map((atMs) => made(atMs ?? 0)));
    const plain = await made(day ?? 0, { partnerId: second() });
    const rail = { type: 'SPEI', reference: 'MBAN01002603030001', atMs: day ?? 0 } as const;
    const accountIdentifier = '012180015500000008';
    const paid = await made((after ?? 0) - 1, {
      ...{ sourceAmount: money(50_000n, 'MXN'), payoutRail: rail },
      targetBankAccount: { ...plain.targetBankAccount, accountIdentifier },
    });
    for (const [args, expected] of [
      [[], [paid.id, plain.id]],
      [['--amount', '2000.010'], [plain.id]],
      [['--amount', '97.28', '--partner', first()], [paid.id]],
      [['--amount', '500'], [paid.id]],
      [['--rail', 'mban01002603030001'], [paid.id]],
      [['--account-ends', '0008'], [paid.id]],
      [['--account-ends', '0008', '--amount', '2000.01'], []],
    ] as const) {
      const found = await search('transaction', 'list', '--day', '2026-03-03', ...args);
      expect([ids(found.transactions), found.more], args.join(' ')).toEqual([expected, false]);
    }
    const trail = JSON.stringify(await readAudit(PLATFORM));
    expect(trail).toContain('accountEnds');
    expect(trail).not.toMatch(/0008|MBAN01/i);
  });

  it('finds by an amount or a reference without a day, among the newest', async () => {
    const rail = (reference: string) => ({ type: 'SPEI', reference, atMs: NOW }) as const;
    const own = await stored(aCrossRamp, { reference: 'Invoice 1042', sourceAmount: money(345_678n, 'MXN') });
    const paidIn = await stored(aCrossRamp, { partnerId: second(), depositRail: rail('MBAN01002611280042') });
    const paidOut = await stored(anOffRamp, { payoutRail: rail('2026112800777') });
    for (const [args, expected] of [
      [['--reference', 'invoice  1042'], [own.id]],
      [['--reference', 'Invoice 1042', '--partner', second()], []],
      [['--reference', 'Invoice'], []],
      [['--reference', 'mban 01002611280042'], [paidIn.id]],
      [['--reference', '2026112800777'], [paidOut.id]],
      [['--amount', '3456.780'], [own.id]],
      [['--amount', '3456.78', '--reference', 'Invoice 1042'], [own.id]],
      [['--rail', '2026112800777'], [paidOut.id]],
    ] as const)
      expect(ids((await search('transaction', 'list', ...args)).transactions), args.join(' ')).toEqual(expected);
    expect(JSON.stringify(await readAudit(PLATFORM))).not.toMatch(/Invoice|MBAN01002611280042/i);
  });

  it("finds by its partner's id, of one partner and of all", async () => {
    const own = await stored(aCrossRamp, { externalId: 'order-2087' });
    const later = await stored(anOffRamp, { externalId: 'order-2087', status: 'COMPLETED', deadlineMs: undefined });
    const others = await stored(aCrossRamp, { partnerId: second(), externalId: 'order-2087' });
    for (const [args, expected] of [
      [[], [others.id, later.id, own.id]],
      [['--partner', second()], [others.id]],
      [['--partner', own.partnerId, '--status', 'COMPLETED'], [later.id]],
      [['--amount', '903.6'], [later.id]],
      [['--user', '019bc1c5-0000-7000-8000-0000000000ff'], []],
    ] as const) {
      const found = ids((await search('transaction', 'list', '--external-id', 'order-2087', ...args)).transactions);
      expect(new Set(found), args.join(' ')).toEqual(new Set(expected));
    }
    expect((await search('transaction', 'list', '--external-id', 'Order-1042')).transactions).toEqual([]);
    expect(JSON.stringify(await readAudit(PLATFORM))).not.toContain('order-2087');
  });

  it.each([
    [[]],
    [['--hash', HASH, '--external-id', 'order-2087']],
    [['--hash', HASH, '--deposit', 'PR1']],
    [['--hash', HASH, '--status', 'PENDING']],
    [['--hash', HASH, '--amount', '5']],
    [['--amount', 'many']],
    [['--day', '2026-02-30']],
    [['--day', '2026-03-03', '--amount', 'many']],
    [['--day', '2026-03-03', '--account-ends', '08']],
  ])('refuses what does not go together: %j', async (args) => {
    expect(await ops(['transaction', 'list', ...args, ...here()])).toMatchObject({ code: 2 });
  });
});

describe('notification list without a partner', () => {
  it('shows what has FAILED at any endpoint of any partner, the newest first, until it goes out again', async () => {
    const [older, newer] = [await failedNotification(first(), NOW - 1000), await failedNotification(second(), NOW)];
    const { deliveries } = await search('notification', 'list', '--status', 'FAILED');
    const shown = deliveries?.map(({ id, endpointId }) => `${id} ${endpointId}`);
    const expected = [older, newer].flatMap(({ id }) => [`${id} e1`, `${id} null`]);
    expect(shown?.toSorted()).toEqual(expected.toSorted());
    expect(ids(deliveries)).toEqual([newer.id, newer.id, older.id, older.id]);
    expect(deliveries?.[0]).toMatchObject({ partnerId: second(), event: 'CREATED_CROSS_RAMP', attempts: 1 });
    const range = ['--to', new Date(NOW - 500).toISOString(), '--limit', '1'];
    const part = await search('notification', 'list', '--status', 'FAILED', ...range);
    expect([ids(part.deliveries), part.more]).toEqual([[older.id], true]);
    for (const { id, PK, SK } of [older, newer]) {
      const item = await deliveryStore.read({ PK, SK });
      if (item === undefined) throw new Error(`${id} is gone`);
      expect(await deliveryStore.save(item, startManualRetry(item, NOW))).toEqual({ saved: true });
    }
    const left = await search('notification', 'list', '--status', 'FAILED');
    expect(left.deliveries?.map(({ endpointId }) => endpointId)).toEqual(['e1', 'e1']);
  });

  it.each([[[]], [['--status', 'SENT']], [['--status', 'FAILED', '--event', 'COMPLETED_CROSS_RAMP']]])(
    'needs a partner for anything else: %j',
    async (args) => {
      expect(await ops(['notification', 'list', ...args, ...here()])).toMatchObject({ code: 2 });
    },
  );
});

describe('notification show', () => {
  it('finds one of any partner by its id alone, on record, and hides what is of a person', async () => {
    const person = { firstName: 'Ana', lastName: 'Garcia', externalUserId: 'crm-9', aLaterMember: 'x' };
    const { id } = await listed({ event: 'COMPLETED_ON_RAMP', fiatAmount: '100.00', ...person });
    const { out } = await search('notification', 'show', '--id', id);
    const hidden = Object.fromEntries(Object.keys(person).map((name) => [name, '(hidden)']));
    expect(JSON.parse(out)).toMatchObject({
      ...{ id, partnerId: second(), deliveries: [{ responses: [] }] },
      body: { event: 'COMPLETED_ON_RAMP', fiatAmount: '100.00', ...hidden },
    });
    expect(out).not.toMatch(/Ana|Garcia|crm-9/);
    expect((await readAudit(PLATFORM)).at(-1)).toMatchObject({ verb: 'notification show', by: ['id'], found: 1 });
    const other = newId(NOW);
    const unknown = await ops(['notification', 'show', '--id', other, ...here()]);
    expect(unknown).toMatchObject({ code: 1, error: `There is no notification ${other}.\n` });
    const foreign = await ops(['notification', 'show', '--id', id, '--partner', first(), ...here()]);
    expect(foreign).toMatchObject({ code: 1, error: `The partner has no notification ${id}.\n` });
  });
});

describe('what providers know of a transaction', () => {
  const shown = async (...args: readonly string[]) => {
    const { code, error, out } = await ops([...args, ...here()]);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    return JSON.parse(out);
  };

  it('is its payout with its key and stages, and every report in the order of time', async () => {
    const { id, partnerId, ...rest } = await stored(aCrossRamp, {});
    expect(await shown('order', 'show', '--transaction', id)).toEqual({ payout: null, orders: [] });
    const report = (eventId: string, outcome: RecordedOutcome, atMs: number) =>
      eventRecordWrite({
        ...{ transactionId: id, source: 'banking', eventId, trigger: 'PAYOUT_COMPLETED', outcome, atMs },
        ...{ status: 'PENDING', violation: outcome === 'REFUSED' ? 'AMOUNT_DIFFERS' : undefined },
      });
    await writeAtomically([
      payoutCreationWrite({ id, partnerId, ...rest }, NOW),
      report('a', 'REFUSED', NOW),
      report('b', 'APPLIED', NOW - 1),
    ]);
    const { payout } = await shown('order', 'show', '--transaction', id);
    expect(payout).toMatchObject({ idempotencyKey: id, reference: null, screening: 'NONE', ordered: false, calls: 0 });
    const { events } = await shown('provider-event', 'list', '--transaction', id);
    expect(events).toMatchObject([
      { eventId: 'b', source: 'banking', type: 'PAYOUT_COMPLETED', outcome: 'APPLIED', violation: null },
      { eventId: 'a', outcome: 'REFUSED', status: 'PENDING', violation: 'AMOUNT_DIFFERS' },
    ]);
  });
});

describe('with ten times as much in the table', () => {
  it('every search costs the same', async () => {
    const user = aUser({ partnerId: first(), externalUserId: 'cost' });
    await insertUser(user);
    const stuck = await stored(aCrossRamp, { userId: user.id, status: 'READY_BANK_TRANSFER' }, 90 * HOUR_MS);
    const { id: notificationId } = await listed({});
    const searches: readonly (readonly string[])[] = [
      ['notification', 'show', '--id', notificationId],
      ['user', 'find', '--email', user.email],
      ['user', 'find', '--external-id', 'cost'],
      ['user', 'find', '--id', user.id],
      ['transaction', 'list', '--unchanged-for', '3d', '--limit', '1'],
      ['transaction', 'list', '--partner', first(), '--status', 'READY_BANK_TRANSFER', '--limit', '1'],
      ['transaction', 'list', '--partner', first(), '--limit', '2'],
      ['transaction', 'list', '--user', user.id],
      ['transaction', 'list', '--deposit', 'PRFFFFFFFFFFFFFF'],
      ['transaction', 'list', '--hash', HASH],
      ['transaction', 'list', '--account', '123456789012'],
      ['transaction', 'list', '--day', '2026-03-03', '--amount', '500'],
      ['hold', 'list'],
      ['order', 'list'],
      ['approval', 'list'],
      ['notification', 'list', '--status', 'FAILED', '--limit', '2'],
    ];
    const units = async () => {
      const counts: number[] = [];
      for (const args of searches) counts.push((await search(...args)).reads);
      return counts;
    };
    const fill = async (times: number) => {
      for (let count = 0; count < times; count += 1) {
        await insertUser(aUser({ partnerId: first() }));
        await listed({});
        for (const partnerId of partners) {
          await stored(aCrossRamp, { partnerId }, HOUR_MS);
          await stored(anOnRamp, { partnerId, status: 'COMPLETED', deadlineMs: undefined }, 95 * HOUR_MS);
          // Each added notification gets an earlier time than the previous one. A search for the newest ones then returns the
          // same results again.
          await failedNotification(partnerId, NOW - sequence);
        }
      }
    };
    await fill(5);
    const before = await units();
    await fill(45);
    expect(await units()).toEqual(before);
    expect(Math.max(...before)).toBeLessThan(100);
    const { transactions } = await search('transaction', 'list', '--unchanged-for', '3d', '--limit', '1');
    expect(ids(transactions)).toEqual([stuck.id]);
  });
});
