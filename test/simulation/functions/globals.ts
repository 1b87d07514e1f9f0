/** Simulated clock, timers and random numbers of an instance. */
import type { ReplacedGlobals } from './function-code';
import type { FunctionProcess, WebCall } from './process';
import { randomUuid, seededBytes } from './seeded-crypto';

type Callback = (...values: unknown[]) => void;

export function instanceGlobals(instance: FunctionProcess): ReplacedGlobals {
  const own = {
    process: instanceProcess(instance),
    Date: dateClass(() => instance.nowMs()),
    Math: Object.create(Math, { random: { value: () => instance.options.chance.fraction() } }),
    performance: { now: () => instance.uptimeMs() },
    ...timers(instance),
    fetch: async (url: string, call: Omit<WebCall, 'url'>) => {
      const { body } = await instance.outside.web(instance, { ...call, url }, undefined);
      return { json: async () => JSON.parse(body) };
    },
    crypto: {
      getRandomValues: (array: ArrayBufferView) => {
        Buffer.from(array.buffer, array.byteOffset, array.byteLength).set(
          seededBytes(instance.options.chance, array.byteLength),
        );
        return array;
      },
      randomUUID: () => randomUuid(instance.options.chance),
    },
    AbortSignal: {
      timeout: (ms: number) => timeoutSignal(instance, ms),
      any: (signals: AbortSignal[]) => AbortSignal.any(signals),
      abort: (reason?: unknown) => AbortSignal.abort(reason),
    },
    console: { log: () => undefined, warn: () => undefined, error: () => undefined },
  };
  // An instance's global object contains the values of the instance. Other names have the values of the real global object.
  const descriptors = Object.entries(own).map(([name, value]) => [name, { value, writable: true }] as const);
  const global: object = Object.create(globalThis, Object.fromEntries(descriptors));
  return { ...own, globalThis: global, global };
}

function instanceProcess(instance: FunctionProcess) {
  const write = (chunk: unknown) => {
    instance.outside.log(instance, String(chunk));
    return true;
  };
  return {
    env: { ...instance.options.environment },
    stdout: { write },
    stderr: { write },
    version: process.version,
    versions: process.versions,
    platform: process.platform,
    arch: process.arch,
    nextTick: process.nextTick,
    emitWarning: () => undefined,
    on: () => undefined,
    cwd: () => '/var/task',
    hrtime: { bigint: () => BigInt(instance.uptimeMs()) * 1_000_000n },
  };
}

function dateClass(nowMs: () => number): typeof Date {
  return new Proxy(Date, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [nowMs()] : values, newTarget),
    get: (target, name) => (name === 'now' ? nowMs : Reflect.get(target, name)),
    apply: () => new Date(nowMs()).toString(),
  });
}

/** A timer. Simulated timers do not keep a process alive. */
class Timer {
  constructor(readonly cancel: () => void) {}
  ref = (): this => this;
  unref = (): this => this;
  hasRef = (): boolean => false;
}

/** @param areAwaited true if code waits for these timers; false for timers that only limit other work */
export function timers(instance: FunctionProcess, areAwaited = true) {
  const later = (ms: number, callback: Callback, values: readonly unknown[]): Timer => {
    let isOpen = true;
    let done: () => void = () => undefined;
    if (areAwaited)
      void instance.waitFor<void>(({ resolve }) => {
        done = () => resolve();
      });
    const end = () => {
      isOpen = false;
      done();
    };
    const stop = instance.scheduler.after(ms, `${instance.name} timer`, () => {
      if (!isOpen || !instance.isAlive) return;
      end();
      callback(...values);
    });
    return new Timer(() => {
      if (isOpen) end();
      stop();
    });
  };
  const clear = (timer: unknown) => {
    if (timer instanceof Timer) timer.cancel();
  };
  return {
    setTimeout: (callback: Callback, ms = 0, ...values: unknown[]) => later(ms, callback, values),
    setImmediate: (callback: Callback, ...values: unknown[]) => later(0, callback, values),
    setInterval: () => {
      throw new Error('The simulation knows no intervals');
    },
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  };
}

/** Returns a signal that aborts after a virtual time. `waitsForReality` ignores this timer, because it only limits a request. */
export function timeoutSignal({ scheduler, name }: FunctionProcess, ms: number): AbortSignal {
  const controller = new AbortController();
  scheduler.after(ms, `${name} deadline`, () =>
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
  );
  return controller.signal;
}
