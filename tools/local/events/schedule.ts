import { type Report, reportToStderr } from '#local/engines/local-cloud';
import { type FunctionInvoker, failureKind } from '#local/lambda/invocation';

export interface ScheduleOptions {
  readonly name: string;
  /** `rate(1 minute)`, `rate(5 minutes)`. */
  readonly expression: string;
  /** The target's `Input`: JSON text. */
  readonly input: string;
  readonly functionKey: string;
  readonly invoker: FunctionInvoker;
  readonly report?: Report;
}

export interface Schedule {
  /** Sets no more ticks, and waits for a running invocation. */
  stop(): Promise<void>;
}

/**
 * Invokes a function at a fixed rate. A tick that finds the last run still going is left out. The cloud invokes at once when a schedule
 * is created: a start of the stack creates nothing.
 */
export function startSchedule(options: ScheduleOptions): Schedule {
  const { name, functionKey, invoker, report = reportToStderr } = options;
  const event: unknown = JSON.parse(options.input);
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= run().finally(() => (running = undefined));
  }, rateMs(options.expression));

  async function run(): Promise<void> {
    try {
      const result = await invoker.invoke(functionKey, event);
      if (!result.ok) report(`Schedule ${name}: ${functionKey} failed with ${failureKind(result)}`);
    } catch (error) {
      report(`Schedule ${name}: ${String(error)}`);
    }
  }

  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** The schedules that run here: up to 99 minutes, a plural unless the value is 1. */
export const RATE = /^rate\((?:1 minute|(?!1 )([1-9]\d?) minutes)\)$/;

/** Milliseconds of a rate expression. @throws Error for any other */
export function rateMs(expression: string): number {
  const rate = RATE.exec(expression);
  if (rate === null) throw new Error(`Schedule expression ${expression} is not run locally`);
  return Number(rate[1] ?? 1) * 60_000;
}
