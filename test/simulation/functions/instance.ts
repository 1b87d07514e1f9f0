/**
 * A simulated process of a function with separate modules, clock, random numbers and log. It waits only for events of the
 * scheduler. After a crash, no event reaches it.
 */
import type { Scheduler } from '#test/simulation/clock/scheduler';
import { lambdaContext } from '#test/support/gateway-event';
import type { LoadedCode, StartCode } from './function-code';
import { instanceGlobals } from './globals';
import { instanceModules } from './modules';
import type { FunctionProcess, InstanceOptions, Outcome, Outside, Settle } from './process';

export class FunctionInstance implements FunctionProcess {
  readonly #code: LoadedCode;
  readonly #startedMs: number;
  isAlive = true;
  /** Number of promises of `waitFor` that are not settled: timers, and requests without a response. */
  waitsFor = 0;
  /** The invocation in progress; `end` completes it. */
  #work: { readonly end: (outcome: Outcome) => void } | undefined;

  constructor(
    readonly options: InstanceOptions,
    readonly scheduler: Scheduler,
    readonly outside: Outside,
    start: StartCode,
  ) {
    this.#startedMs = scheduler.nowMs;
    this.#code = start(instanceGlobals(this), instanceModules(this));
  }

  get name(): string {
    return this.options.name;
  }

  /** Returns the time of the instance's clock, in epoch ms. */
  nowMs(): number {
    return this.scheduler.nowMs + this.options.skewMs;
  }

  /** Returns the milliseconds since the start. The value never decreases. */
  uptimeMs(): number {
    return this.scheduler.nowMs - this.#startedMs;
  }

  get isIdle(): boolean {
    return this.isAlive && this.#work === undefined;
  }

  /** True if an invocation is in progress and the code waits for no simulated event, so it waits for something real. */
  get waitsForReality(): boolean {
    return this.isAlive && this.#work !== undefined && this.waitsFor === 0;
  }

  load(id: string): Readonly<Record<string, unknown>> {
    const module = this.#code[id];
    if (module === undefined) throw new Error(`The code holds no ${id}`);
    return module();
  }

  /** Returns a promise that an event settles. If the instance crashes first, the promise never settles. */
  waitFor<Value>(start: (settle: Settle<Value>) => void): Promise<Value> {
    this.waitsFor += 1;
    return new Promise((resolve, reject) => {
      const once = (act: () => void) => {
        if (!this.isAlive) return;
        this.waitsFor -= 1;
        act();
      };
      start({ resolve: (value) => once(() => resolve(value)), reject: (error) => once(() => reject(error)) });
    });
  }

  /**
   * Invokes the handler. Returns a crash if the process has already ended: a late request of an earlier invocation can crash it.
   * @param timeoutMs time after which the process ends together with its invocation
   */
  invoke(event: unknown, timeoutMs: number): Promise<Outcome> {
    if (!this.isAlive) return Promise.resolve(ended('crash'));
    const endsAtMs = this.scheduler.nowMs + timeoutMs;
    return new Promise((resolve) => {
      const isOver = this.scheduler.after(timeoutMs, `${this.name} timeout`, () => this.crash('timeout'));
      this.#work = {
        end: (outcome) => {
          isOver();
          this.#work = undefined;
          resolve(outcome);
        },
      };
      const { handler } = this.load(this.options.functionId);
      if (typeof handler !== 'function') throw new Error(`${this.options.functionId} has no handler`);
      const getRemainingTimeInMillis = () => endsAtMs - this.scheduler.nowMs;
      const context = { ...lambdaContext(), functionName: this.options.functionId, getRemainingTimeInMillis };
      Promise.resolve()
        .then(() => handler(event, context))
        .then(
          (value: unknown) => this.#end({ isOk: true, value }),
          (error: unknown) => this.#end({ isOk: false, reason: 'error', message: String(error) }),
        );
    });
  }

  #end(outcome: Outcome): void {
    if (this.isAlive) this.#work?.end(outcome);
  }

  /** Ends the process at any point of its code. */
  crash(reason: 'crash' | 'timeout'): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    this.#work?.end(ended(reason));
  }
}

const ended = (reason: 'crash' | 'timeout'): Outcome => ({
  isOk: false,
  reason,
  message: `The process ended: ${reason}`,
});
