/** Random histories of a transaction's notifications, with duplicate messages, lost messages, crashes, redrives and delays. */
import * as fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { MAX_MANUAL_RETRIES, startManualRetry } from '#shared/webhooks/domain/delivery';
import { nextAttemptMessage } from '#shared/webhooks/messaging/messages';
import { crashAt, expectNothingLost, Line } from '#test/unit/delivery/failures/line';
import { notification, ok, refused } from '#test/unit/delivery/fakes';

afterEach(() => {
  globalThis.atCrashPoint = undefined;
});

const points = [
  'delivery.received',
  'delivery.afterOrderCheck',
  'delivery.afterClaim',
  'delivery.afterPost',
  'delivery.afterResult',
  'delivery.afterResend',
  'delivery.afterWakeNext',
] as const;

const step = fc.record({
  what: fc.constantFrom('commit', 'receive', 'receive', 'receive', 'lose', 'pass', 'redrive', 'retry'),
  which: fc.nat(20),
  point: fc.option(fc.constantFrom(...points)),
  again: fc.boolean(),
  succeeds: fc.boolean(),
  seconds: fc.constantFrom(1, 20, 26, 60, 121, 300, 600, 901),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
const history = fc.array(step, { minLength: 20, maxLength: 60, size: 'max' });

/** Applies one `Step` of a history. No step moves a message to a dead-letter queue, because other tests cover these queues. */
async function take(line: Line, { what, which, point, again, succeeds, seconds }: Step): Promise<void> {
  const { clock, store, queued } = line;
  const entry = queued[which % Math.max(1, queued.length)];
  if (what === 'commit' && store.items.size < 4) {
    const at = new Date(clock.ms).toISOString();
    const times = { createdAt: at, updatedAt: at, dueAt: clock.ms + 120_000 };
    const item = notification(store.items.size + 1, times);
    line.commit(item);
    line.stream = [];
    line.enqueue(line.on.firstAttemptsQueueUrl, nextAttemptMessage(item));
  } else if (what === 'receive' && entry !== undefined) {
    line.respond = () => (succeeds ? ok : refused);
    if (point !== null) crashAt(point);
    if (again) queued.push({ ...entry, receives: 0 });
    entry.receives = 0;
    await line.receive(entry);
    globalThis.atCrashPoint = undefined;
  } else if (what === 'lose') queued.splice(which % Math.max(1, queued.length), 1);
  else if (what === 'pass') clock.ms += seconds * 1000;
  else if (what === 'redrive') await line.redrive();
  else if (what === 'retry') await retryManually(line, which);
}

/** Writes a manual retry and sends its message, as the stream function does. */
async function retryManually(line: Line, which: number): Promise<void> {
  const { clock, store, on } = line;
  const failed = [...store.items.values()].filter(
    ({ status, manualRetryCount }) => status === 'FAILED' && manualRetryCount < MAX_MANUAL_RETRIES,
  );
  const item = failed[which % Math.max(1, failed.length)];
  if (item === undefined) return;
  const after = startManualRetry(item, clock.ms);
  await store.save(item, after);
  line.enqueue(on.firstAttemptsQueueUrl, nextAttemptMessage(after));
}

/** Expects at most as many requests as the delivery runs allow, plus one repeated request per crash. */
function expectNoMorePosts(line: Line, crashes: number): void {
  for (const item of line.store.items.values())
    expect(line.findPosts(item).length).toBeLessThanOrEqual(item.deliveryRun * line.on.waits.length + crashes);
}

/** Property: after any history and without further faults, all deliveries end, and the first attempts are in order. */
function losesNothing(newLine: () => Line) {
  return fc.asyncProperty(history, fc.constantFrom(1, 2, 5), async (steps, attempts) => {
    const line = newLine();
    // If only a few attempts are allowed, deliveries fail during the history and are retried manually.
    Object.assign(line.on, { waits: line.on.waits.slice(0, attempts) });
    for (const one of steps) await take(line, one);
    line.respond = () => ok;
    expect(await line.run()).toBe(true);
    expectNothingLost(line);
    expectNoMorePosts(line, steps.filter(({ point }) => point === 'delivery.afterPost').length);
  });
}

it('nothing is lost, whatever is received, lost, repeated, crashed and refused', async () => {
  const lines: Line[] = [];
  await fc.assert(
    losesNothing(() => lines[lines.push(new Line()) - 1] ?? new Line()),
    { numRuns: 100 },
  );
  const retries = lines.flatMap(({ store }) => [...store.items.values()]).filter((item) => item.manualRetryCount > 0);
  expect(retries.length).toBeGreaterThan(10);
});

/**
 * From docs/reliability.md: a lost message's item is due within five minutes, and a redrive runs each minute. A worker can wait
 * one more second.
 */
const SETTLED_WITHIN_MS = 361_000;

it('what is lost, repeated or crashed while the endpoint accepts is delivered within six minutes after the last failure', async () => {
  let longestMs = 0;
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const line = new Line();
      for (const one of steps) await take(line, { ...one, succeeds: true });
      const endedMs = line.clock.ms;
      const isOpen = [...line.store.items.values()].some(({ status }) => status === 'PENDING');
      expect(await line.run()).toBe(true);
      expectNothingLost(line);
      if (isOpen) longestMs = Math.max(longestMs, line.clock.ms - endedMs);
      expect(longestMs).toBeLessThanOrEqual(SETTLED_WITHIN_MS);
    }),
    { numRuns: 100 },
  );
  // The longest delay must exceed a third of the limit. If all delays were short, the limit would prove nothing.
  expect(longestMs).toBeGreaterThan(SETTLED_WITHIN_MS / 3);
});

it.each<[string, (line: Line) => void]>([
  [
    'releases the next one too early',
    ({ store }) => {
      store.readAdjacent = async () => undefined;
    },
  ],
  [
    'forgets an outcome',
    ({ store }) => {
      store.save = async () => ({ saved: true });
    },
  ],
])('a worker that %s is detected', async (_, spoil) => {
  const details = await fc.check(
    losesNothing(() => {
      const line = new Line();
      spoil(line);
      return line;
    }),
    { numRuns: 200, seed: 1, endOnFailure: true },
  );
  expect(details.failed).toBe(true);
});
