import { type Report, reportToStderr } from '#local/engines/local-cloud';
import { type FunctionInvoker, failureKind } from '#local/lambda/invocation';

export interface ScheduleOptions {
  readonly name: string;
  /** For example `rate(1 minute)` or `rate(5 minutes)`. */
  readonly expression: string;
  /** `Input` of the target, as JSON text. */
  readonly input: string;
  readonly functionKey: string;
  readonly invoker: FunctionInvoker;
  readonly report?: Report;
}

export interface Schedule {
  /** Stops the timer and waits for a running invocation. */
  stop(): Promise<void>;
}

/**
 * Invokes a function at a fixed rate. Skips an invocation while the previous invocation is running. AWS also invokes the function
 * once when it creates the schedule; the local stack does not do this at its start.
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

/** Supported schedules: 1 to 99 minutes, with a plural unless the value is 1. */
export const RATE = /^rate\((?:1 minute|(?!1 )([1-9]\d?) minutes)\)$/;

/** Returns the interval of a rate expression in ms. @throws Error for any other expression */
export function rateMs(expression: string): number {
  const rate = RATE.exec(expression);
  if (rate === null) throw new Error(`The local stack does not support the schedule expression ${expression}`);
  return Number(rate[1] ?? 1) * 60_000;
}
