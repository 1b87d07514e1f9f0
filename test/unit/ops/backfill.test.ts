import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import canonicalize from 'canonicalize';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Backfill, planReshaping } from '#ops/backfills/backfill';
import { errorPayloadText } from '#ops/backfills/error-payload-text';
import { accountNumbers, chainHashes, failedDeliveries, failedNotifications } from '#ops/backfills/look-ups';
import { isComplete, readProgress } from '#ops/backfills/progress';
import { runBackfill } from '#ops/backfills/run-backfill';
import { UnitRate } from '#ops/backfills/unit-rate';
import { duePartition } from '#shared/dynamodb/keys';
import { failedEntry, findByHandle, findFailed } from '#shared/dynamodb/look-ups';
import { documentClient, readItem, type StoredRecord, tableName } from '#shared/dynamodb/table';
import { readAudit } from '#shared/partners/audit/repository';
import { notificationItem } from '#shared/webhooks/item';
import { toNotificationResponse } from '#shared/webhooks/response';
import { startedForTests } from '#test/support/started-for-tests';
import { allItems } from '#test/support/table-census';
import { writeItems } from '#test/support/write-items';
import { notification } from '#test/unit/delivery/fakes';
import { startTable } from '#test/unit/delivery/table';
import { ops } from '#test/unit/ops/tool';

const OLD = 40;
/** With these, more than a page of a scan (ops/backfills/run-backfill.ts). */
const MORE = 260;
const ERROR = { success: false, error: { message: 'busy', id: 'x' } };
const TEXT = canonicalize(ERROR);

const engine = startedForTests(startTable);
let number = 0;
/** A name for each test, so that each has progress of its own. */
let name: string;

/** A failed notification in its old or its new form, in a partition of its own. */
function stored(latestErrorPayload: unknown, more: StoredRecord = {}): StoredRecord & { PK: string; SK: string } {
  number += 1;
  const { outbox: _o, duePk: _p, dueAt: _d, ...item } = notification(number, { PK: `TX#${number}`, status: 'FAILED' });
  return { ...item, latestErrorPayload, ...more };
}

const census = () => allItems({ dynamodbEndpoint: engine().endpoint, tableName: tableName() });
const notifications = async () => (await census()).filter(({ entity }) => String(entity) === 'NTF');
const keyOf = ({ PK, SK }: { PK: string; SK: string }) => ({ PK, SK });
const byKey = (items: readonly StoredRecord[]) => items.map((item) => canonicalize(item) ?? '').toSorted();
const fast = (pause: (ms: number) => Promise<void> = async () => undefined) =>
  new UnitRate(1_000_000, { now: Date.now, pause });
const run = (more: Partial<Parameters<typeof runBackfill>[0]> = {}) =>
  runBackfill({ name, backfill: errorPayloadText, rate: fast(), segments: 1, dryRun: false, ...more });

beforeEach(() => {
  number += 1;
  name = `backfill-${number}`;
});

describe('a backfill of many items', () => {
  const items = Array.from({ length: OLD }, () => stored(ERROR));
  const others = [
    stored(TEXT),
    stored(undefined),
    { PK: 'USER#1', SK: 'META', entity: 'USER', latestErrorPayload: ERROR },
  ];
  beforeEach(() => writeItems([...items, ...others]));

  it('only counts in a dry run, and shows keys', async () => {
    const before = byKey(await census());
    const { found, changed, scanned, samples } = await run({ dryRun: true, segments: 3 });
    expect([found, changed]).toEqual([OLD, 0]);
    expect(scanned).toBeGreaterThanOrEqual(OLD + others.length);
    expect(samples).toHaveLength(5);
    for (const sample of samples) expect(Object.keys(sample).toSorted()).toEqual(['PK', 'SK']);
    expect(byKey(await census())).toEqual(before);
    expect(await readProgress(name)).toBeUndefined();
  });

  it('changes what has its old form, shows partners the same, and changes nothing a second time', async () => {
    const shown = items.map((item) => toNotificationResponse(notificationItem.parse(item)));
    expect(await run({ segments: 4 })).toMatchObject({ found: OLD, changed: OLD, left: 0 });
    const after = await notifications();
    const now = new Map(after.map((item) => [item.PK, item]));
    expect(items.map(({ PK }) => now.get(PK))).toEqual(items.map((item) => ({ ...item, latestErrorPayload: TEXT })));
    expect(items.map(({ PK }) => toNotificationResponse(notificationItem.parse(now.get(PK))))).toEqual(shown);
    const second = await run({ segments: 4 });
    expect(second).toMatchObject({ found: 0, changed: 0, left: 0 });
    expect(byKey(await notifications())).toEqual(byKey(after));
    const progress = await readProgress(name);
    expect(progress?.pass).toMatchObject({ pass: 2, segments: 4 });
    expect(progress && isComplete(progress)).toBe(true);
    expect((await census()).filter((item) => item.entity === 'USER')).toMatchObject([{ latestErrorPayload: ERROR }]);
  });

  it('goes on where a run was ended', async () => {
    await writeItems(Array.from({ length: MORE }, () => stored(ERROR)));
    let calls = 0;
    // Each call has to wait for its turn; the one after 270, in the second page, is the end of the process.
    const ended = new UnitRate(1e-9, {
      now: () => 0,
      async pause() {
        calls += 1;
        if (calls > 270) throw new Error('Ended');
      },
    });
    await expect(run({ rate: ended })).rejects.toThrow('Ended');
    const [segment] = (await readProgress(name))?.segments ?? [];
    expect(segment).toMatchObject({ pages: 1, done: false });
    const rest = await run({ segments: 7 });
    const { length } = await census();
    expect(rest.scanned).toBeLessThan(length - 200);
    expect(rest.changed).toBeGreaterThan(0);
    expect((await notifications()).filter(({ latestErrorPayload }) => typeof latestErrorPayload === 'object')).toEqual(
      [],
    );
    const progress = await readProgress(name);
    expect(progress?.pass).toMatchObject({ pass: 1, segments: 1 });
    expect(progress && isComplete(progress)).toBe(true);
  });

  it('is shared by two runs at once, and each item is written once', async () => {
    const results = await Promise.all([run({ segments: 2 }), run({ segments: 2 })]);
    expect(results.reduce((sum, { changed }) => sum + changed, 0)).toBe(OLD);
    expect(results.map(({ left }) => left)).toEqual([0, 0]);
    expect((await notifications()).filter(({ latestErrorPayload }) => typeof latestErrorPayload === 'object')).toEqual(
      [],
    );
    const { pass, segments } = (await readProgress(name)) ?? {};
    expect(pass).toMatchObject({ pass: 1 });
    expect(segments?.reduce((sum, { changed }) => sum + changed, 0)).toBe(OLD);
  });
});

describe('a backfill beside other writes', () => {
  /** Before the first write of an item, does what another caller would. */
  function beforeWriteOf(PK: string, act: () => Promise<unknown>): { remove(): void } {
    let isDone = false;
    const middleware = { step: 'initialize', name: `race-${PK}` } as const;
    documentClient().middlewareStack.add(
      (next) => async (args) => {
        const key = 'Key' in args.input ? args.input.Key : undefined;
        const isIt = typeof key === 'object' && key !== null && 'PK' in key && key.PK === PK;
        if (isIt && 'UpdateExpression' in args.input && !isDone) {
          isDone = true;
          await act();
        }
        return next(args);
      },
      middleware,
    );
    return { remove: () => void documentClient().middlewareStack.remove(middleware.name) };
  }

  it.each([
    ['in the new form stays as they wrote it', '{"theirs":1}', '{"theirs":1}'],
    ['in the old form is brought over as they wrote it', { theirs: 2 }, '{"theirs":2}'],
  ])('a concurrent write %s', async (_, theirs, expected) => {
    const item = stored(ERROR, { version: 7 });
    await writeItems([item]);
    const race = beforeWriteOf(item.PK, () =>
      writeItems([{ ...item, version: 8, manualRetryCount: 1, latestErrorPayload: theirs }]),
    );
    await run();
    race.remove();
    expect(await readItem(keyOf(item))).toMatchObject({
      version: 8,
      manualRetryCount: 1,
      latestErrorPayload: expected,
    });
  });

  it('leaves an item alone while its outbox is open, and takes it once that is closed', async () => {
    const [closing, staying] = [stored(ERROR, { outbox: 'OPEN' }), stored(ERROR, { outbox: 'OPEN' })];
    await writeItems([closing, staying]);
    let isClosed = false;
    const close = async () => {
      if (isClosed) return;
      isClosed = true;
      const { outbox: _, ...closed } = closing;
      await writeItems([closed]);
    };
    expect(await run({ rate: fast(close) })).toMatchObject({ changed: 1, left: 1 });
    expect(await readItem(keyOf(closing))).toMatchObject({ latestErrorPayload: TEXT });
    expect(await readItem(keyOf(staying))).toEqual(staying);
    const progress = await readProgress(name);
    expect(progress?.segments).toMatchObject([{ changed: 1, left: 1, done: true }]);
    const { outbox: _, ...closed } = staying;
    await writeItems([closed]);
    expect(await run()).toMatchObject({ changed: 1, left: 0 });
  });

  it('writes nothing over an item whose outbox is opened after it was read', async () => {
    const item = stored(ERROR);
    await writeItems([item]);
    const race = beforeWriteOf(item.PK, () => writeItems([{ ...item, outbox: 'OPEN' }]));
    expect(await run()).toMatchObject({ changed: 0, left: 1 });
    race.remove();
    expect(await readItem(keyOf(item))).toEqual({ ...item, outbox: 'OPEN' });
    await writeItems([item]);
    await run();
  });

  it('makes no item of one that is deleted in the same time', async () => {
    const item = stored(ERROR);
    await writeItems([item]);
    const { PK, SK } = item;
    const race = beforeWriteOf(PK, () =>
      documentClient().send(new DeleteCommand({ TableName: tableName(), Key: { PK, SK } })),
    );
    expect(await run()).toMatchObject({ found: 1, changed: 0, left: 0 });
    race.remove();
    expect(await readItem(keyOf(item))).toBeUndefined();
  });
});

describe('what a backfill may change', () => {
  const changing = (reshape: Backfill['reshape']): Backfill => ({ about: '', entity: 'NTF', reshape });
  it.each(['version', 'outbox', 'dueAt', 'status', 'PK'])('is not %s', (attribute) => {
    const bad = changing((item) => (item[attribute] === 'x' ? undefined : { set: { [attribute]: 'x' } }));
    expect(() => planReshaping(bad, { a: 1 })).toThrow(`must not change ${attribute}`);
  });

  it('is not its own result, and not nothing', () => {
    const grows = changing(({ count }) => ({ set: { count: Number(count) + 1 } }));
    expect(() => planReshaping(grows, { count: 1 })).toThrow('leave its own result alone');
    expect(() =>
      planReshaping(
        changing(() => ({})),
        {},
      ),
    ).toThrow('must change an item once');
  });
});

describe('the rate of a backfill', () => {
  const throttled = Object.assign(new Error('Slow down'), { name: 'ThrottlingException' });
  function virtual(most: number) {
    const clock = { ms: 0 };
    const pause = async (ms: number) => {
      clock.ms += ms;
    };
    return { clock, rate: new UnitRate(most, { now: () => clock.ms, pause }) };
  }

  it('stays below its bound', async () => {
    const { clock, rate } = virtual(50);
    for (let call = 0; call < 100; call += 1)
      await rate.run(
        async () => 5,
        (units) => units,
      );
    expect(clock.ms).toBeCloseTo((99 * 5 * 1000) / 50, 3);
  });

  it('halves when the table is throttled, and recovers step by step', async () => {
    const { rate } = virtual(64);
    let refusals = 3;
    const call = async () => {
      refusals -= 1;
      if (refusals >= 0) throw throttled;
      return 1;
    };
    expect(await rate.run(call, () => 1)).toBe(1);
    expect([rate.throttled, rate.perSecond]).toEqual([3, 8 + 64 / 20]);
    for (let more = 0; more < 20; more += 1)
      await rate.run(
        async () => 1,
        () => 1,
      );
    expect(rate.perSecond).toBe(64);
  });

  it('gives up a call that is throttled ten times, after a minute or more', async () => {
    const { clock, rate } = virtual(64);
    await expect(
      rate.run(
        () => Promise.reject(throttled),
        () => 1,
      ),
    ).rejects.toThrow('Slow down');
    expect([rate.throttled, rate.perSecond]).toEqual([10, 1]);
    expect(clock.ms).toBe(9000);
  });
});

describe('the commands', () => {
  const call = (...args: string[]) =>
    ops(['backfill', ...args, '--endpoint', engine().endpoint, '--table', tableName()]);

  it('say what there is, what it costs, what was done and how far it is', async () => {
    const item = stored(ERROR);
    await writeItems([item]);
    const known = ['--name', 'error-payload-text'];
    expect((await call('list')).out).toContain('error-payload-text');
    expect((await call('status', ...known)).out).toBe('It was never run.\n');
    const dry = await call('run', ...known, '--dry-run', '--json', '--rate', '5000');
    expect(dry).toMatchObject({ code: 0, error: expect.stringMatching(/^It reads the whole table/) });
    expect(JSON.parse(dry.out)).toMatchObject({ dryRun: true, found: 1, samples: [{ PK: item.PK, SK: item.SK }] });
    expect(await readAudit('PLATFORM')).toEqual([]);
    const done = await call('run', ...known, '--rate', '5000');
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('1 changed, 0 left as they were') });
    expect(await readAudit('PLATFORM')).toMatchObject([{ verb: 'backfill run', backfill: 'error-payload-text' }]);
    expect((await call('status', ...known)).out).toContain('is complete: 4 segments.');
    expect((await call('run', '--name', 'none')).code).toBe(2);
  });
});

describe('the entries that operators find things by', () => {
  const hash = `0x${'5'.repeat(64)}`;

  it('are added to what an older release stored, and found', async () => {
    const failed = stored(undefined);
    const others = [stored(undefined, { status: 'SENT' }), notification(1, { PK: 'TX#pending', status: 'PENDING' })];
    const delivery = { ...stored(undefined), entity: 'DELIVERY', SK: 'NTF#0000000001' };
    const old = { SK: 'META', createdAtMs: 5, version: 1 };
    const transaction = { ...old, PK: 'TX#hash', entity: 'TX', transactionHash: hash };
    const waiting = { ...transaction, PK: 'TX#waiting', duePk: duePartition('waiting'), dueAt: 9 };
    const account = { ...old, PK: 'BANK#1', entity: 'BANK', details: { accountIdentifier: '4455667788' } };
    await writeItems([failed, ...others, delivery, transaction, waiting, account]);
    for (const backfill of [failedNotifications, failedDeliveries, chainHashes, accountNumbers])
      expect(await run({ name: backfill.about, backfill })).toMatchObject({ left: 0 });
    const found = await findFailed({ fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, limit: 1000 });
    for (const item of [failed, delivery]) expect(found).toContainEqual(keyOf(item));
    for (const item of others) expect(found).not.toContainEqual(keyOf(item));
    expect(await findByHandle('HASH', hash)).toEqual([keyOf(transaction)]);
    expect(await findByHandle('ACCOUNT', '44 5566 7788')).toEqual([keyOf(account)]);
    expect(await readItem(keyOf(waiting))).toEqual(waiting);
  });

  it.each([
    ['what is due', { duePk: duePartition('1') }, { ...failedEntry('1', '2026-01-01T00:00:00.000Z') }],
    ['with a time at which a worker acts', {}, { duePk: duePartition('1'), dueAt: 1 }],
  ])('are never added to %s', (_, item, set) => {
    const backfill: Backfill = { about: 'Wrong', entity: 'NTF', reshape: () => ({ set }) };
    expect(() => planReshaping(backfill, item)).toThrow('A backfill must not change duePk, dueAt');
  });
});
