import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rateMs, startSchedule } from '#local/events/schedule';
import type { InvocationResult } from '#local/lambda/invocation';

describe('rate expressions', () => {
  it.each<[string, number]>([
    ['rate(1 minute)', 60_000],
    ['rate(5 minutes)', 300_000],
    ['rate(99 minutes)', 5_940_000],
  ])('%s', (expression, ms) => {
    expect(rateMs(expression)).toBe(ms);
  });

  it.each([
    'rate(0 minutes)',
    'rate(1 minutes)',
    'rate(5 minute)',
    'rate(100 minutes)',
    'rate(5 seconds)',
    'rate(1 hour)',
    'cron(0 12 * * ? *)',
    'at(2026-01-01T00:00:00)',
  ])('%s is refused', (expression) => {
    expect(() => rateMs(expression)).toThrow(/does not support the schedule expression/);
  });
});

describe('schedule', () => {
  const report = vi.fn();
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function start(invoke: (functionKey: string, event: unknown) => Promise<InvocationResult>, input = '{}') {
    return startSchedule({
      name: 'nightly',
      expression: 'rate(1 minute)',
      functionKey: 'redriver',
      input,
      invoker: { invoke },
      report,
    });
  }

  it('invokes with its input at every tick, the first one interval after the start', async () => {
    const invoke = vi.fn(async (): Promise<InvocationResult> => ({ ok: true, payload: null }));
    const schedule = start(invoke, '{"a":1}');
    await vi.advanceTimersByTimeAsync(59_000);
    expect(invoke).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(122_000);
    expect(invoke.mock.calls).toEqual([
      ['redriver', { a: 1 }],
      ['redriver', { a: 1 }],
      ['redriver', { a: 1 }],
    ]);
    await schedule.stop();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(invoke).toHaveBeenCalledTimes(3);
  });

  it('skips ticks during a run, and waits for it on stop', async () => {
    const finish: (() => void)[] = [];
    const invoke = vi.fn(
      () => new Promise<InvocationResult>((resolve) => finish.push(() => resolve({ ok: true, payload: null }))),
    );
    const schedule = start(invoke);
    await vi.advanceTimersByTimeAsync(180_500);
    expect(invoke).toHaveBeenCalledTimes(1);
    finish.shift()?.();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(invoke).toHaveBeenCalledTimes(2);

    let isStopped = false;
    const stopped = schedule.stop().then(() => {
      isStopped = true;
    });
    await vi.advanceTimersByTimeAsync(1);
    expect(isStopped).toBe(false);
    finish.shift()?.();
    await stopped;
  });

  it('reports a failed run and continues', async () => {
    const invoke = vi.fn(
      async (): Promise<InvocationResult> => ({ ok: false, reason: 'timeout', message: 'after 50 s' }),
    );
    const schedule = start(invoke);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(invoke).toHaveBeenCalledTimes(2);
    expect(report).toHaveBeenCalledWith('Schedule nightly: redriver failed with timeout');
    await schedule.stop();
  });
});
