/**
 * The delivery worker against a plain model. The model knows a notification as a few numbers and says of each
 * receive whether it posts and what is stored afterwards; the real worker runs in the simulation. Every command
 * compares the two.
 */
import type * as fc from 'fast-check';
import { expect } from 'vitest';
import { startManualRetry } from '#shared/webhooks/domain/delivery';
import type { NotificationItem } from '#shared/webhooks/item';
import { nextAttemptMessage, parseDeliveryMessage } from '#shared/webhooks/messaging/messages';
import { crashAt, type Line } from '#test/unit/delivery/failures/line';
import { notification, ok, refused } from '#test/unit/delivery/fakes';

const LEASE_MS = 25_000;
const WAITS_MS = [0, 60_000, 300_000, 600_000, 900_000];

interface Plain {
  status: 'PENDING' | 'SENT' | 'FAILED';
  deliveryRun: number;
  /** Attempts stored in the delivery run. */
  made: number;
  posts: number;
  /** True once its first attempt is stored. */
  opened: boolean;
  leasedUntilMs: number;
  notBeforeMs: number;
}

export interface Model {
  nowMs: number;
  readonly items: Plain[];
}

type Step = fc.AsyncCommand<Model, Line>;

export const points = [
  'none',
  'delivery.received',
  'delivery.afterOrderCheck',
  'delivery.afterClaim',
  'delivery.afterPost',
  'delivery.afterResult',
  'delivery.afterResend',
  'delivery.afterWakeNext',
] as const;
type Point = (typeof points)[number];

/** The model's result of one receive. */
function receive(
  model: Model,
  asked: { index: number; deliveryRun: number; attemptsMade: number },
  point: Point,
  succeeds: boolean,
) {
  const item = model.items[asked.index];
  const previous = model.items[asked.index - 1];
  if (item === undefined || point === 'delivery.received') return;
  const current =
    item.status === 'PENDING' && item.deliveryRun === asked.deliveryRun && item.made === asked.attemptsMade;
  if (!current) return;
  const waits = asked.attemptsMade === 0 && !item.opened && previous?.status === 'PENDING' && !previous.opened;
  if (waits || point === 'delivery.afterOrderCheck') return;
  if (item.leasedUntilMs >= model.nowMs || item.notBeforeMs > model.nowMs) return;
  item.leasedUntilMs = model.nowMs + LEASE_MS;
  if (point === 'delivery.afterClaim') return;
  item.posts += 1;
  if (point === 'delivery.afterPost') return;
  item.leasedUntilMs = Number.NEGATIVE_INFINITY;
  item.opened = true;
  item.made += 1;
  const waitMs = WAITS_MS[item.made];
  if (succeeds) item.status = 'SENT';
  else if (waitMs === undefined) item.status = 'FAILED';
  else item.notBeforeMs = model.nowMs + waitMs;
}

function compare(model: Model, line: Line): void {
  const real = model.items.map((_, index) => {
    const item = line.store.get(numbered(index));
    const { status, deliveryRun, retryAttempts: made } = item;
    return {
      status,
      deliveryRun,
      made,
      posts: line.findPosts(item).length,
      opened: item.firstAttemptAt !== undefined,
    };
  });
  expect(real).toEqual(
    model.items.map(({ status, deliveryRun, made, posts, opened }) => ({
      status,
      deliveryRun,
      made,
      posts,
      opened,
    })),
  );
}

/** The notification at a position. */
function numbered(index: number): NotificationItem {
  return notification(index + 1);
}

export class Commit implements Step {
  check = ({ items }: Readonly<Model>) => items.length < 4;
  async run(model: Model, line: Line): Promise<void> {
    const at = new Date(model.nowMs).toISOString();
    const item = {
      ...numbered(model.items.length),
      createdAt: at,
      updatedAt: at,
      dueAt: model.nowMs + 120_000,
    };
    line.commit(item);
    line.enqueue(line.on.firstAttemptsQueueUrl, nextAttemptMessage(item));
    line.stream = [];
    model.items.push({
      status: 'PENDING',
      deliveryRun: 1,
      made: 0,
      posts: 0,
      opened: false,
      leasedUntilMs: Number.NEGATIVE_INFINITY,
      notBeforeMs: 0,
    });
    compare(model, line);
  }
  toString = () => 'commit';
}

/** One message is received, and may be received again later. */
export class Receive implements Step {
  constructor(
    private readonly which: number,
    private readonly how: { readonly succeeds: boolean; readonly point: Point; readonly again: boolean },
  ) {}
  check = ({ items }: Readonly<Model>) => items.length > 0;
  async run(model: Model, line: Line): Promise<void> {
    const entry = line.queued[this.which % Math.max(1, line.queued.length)];
    if (entry === undefined) return;
    const { succeeds, point, again } = this.how;
    const { sk, deliveryRun, attemptsMade } = parseDeliveryMessage(entry.text);
    receive(model, { index: Number(sk.slice('NTF#'.length)) - 1, deliveryRun, attemptsMade }, point, succeeds);
    line.answer = () => (succeeds ? ok : refused);
    if (point !== 'none') crashAt(point);
    if (again) line.queued.push({ ...entry, receives: 0 });
    // Receives are not counted here: dead letters have their own tests.
    entry.receives = 0;
    await line.receive(entry);
    globalThis.atCrashPoint = undefined;
    compare(model, line);
  }
  toString = () => `receive(${this.which}, ${JSON.stringify(this.how)})`;
}

export class Lose implements Step {
  constructor(private readonly which: number) {}
  check = () => true;
  async run(model: Model, line: Line): Promise<void> {
    line.queued.splice(this.which % Math.max(1, line.queued.length), 1);
    compare(model, line);
  }
  toString = () => `lose(${this.which})`;
}

/** Time passes, in whole seconds: the worker itself waits fractions of one. */
export class Pass implements Step {
  constructor(private readonly seconds: number) {}
  check = () => true;
  async run(model: Model, line: Line): Promise<void> {
    model.nowMs += this.seconds * 1000;
    line.clock.ms = model.nowMs;
  }
  toString = () => `pass(${this.seconds} s)`;
}

export class Redrive implements Step {
  check = () => true;
  async run(model: Model, line: Line): Promise<void> {
    await line.redrive();
    compare(model, line);
  }
  toString = () => 'redrive';
}

export class RetryByHand implements Step {
  constructor(private readonly which: number) {}
  check = ({ items }: Readonly<Model>) => items[this.which % Math.max(1, items.length)]?.status === 'FAILED';
  async run(model: Model, line: Line): Promise<void> {
    const index = this.which % model.items.length;
    const item = model.items[index];
    if (item === undefined) return;
    const after = startManualRetry(line.store.get(numbered(index)), model.nowMs);
    line.store.put(after);
    line.enqueue(line.on.retriesQueueUrl, nextAttemptMessage(after));
    Object.assign(item, { status: 'PENDING', deliveryRun: item.deliveryRun + 1, made: 0, notBeforeMs: 0 });
    compare(model, line);
  }
  toString = () => `retryByHand(${this.which})`;
}
