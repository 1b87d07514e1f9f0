import { type Report, reportToStderr } from '#local/engines/local-cloud';
import { type FunctionInvoker, failureKind } from '#local/lambda/invocation';

const UNIT_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
/** A timer's longest wait: 2^31 - 1 milliseconds, 24.8 days. */
const LONGEST_TIMER_MS = 2_147_483_647;

export interface ScheduleOptions {
  readonly name: string;
  /** `rate(1 minute)`, `rate(5 minutes)`, `rate(2 hours)`, `rate(1 day)`. */
  readonly expression: string;
  readonly state?: 'ENABLED' | 'DISABLED' | undefined;
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
 * Invokes a function at a fixed rate. Ticks are counted from the start, so a slow run does not shift the later
 * ones; a tick that finds the last run still going is left out. The cloud invokes at once when a schedule is created: a start of the
 * stack creates nothing.
 */
export function startSchedule(options: ScheduleOptions): Schedule {
  const { name, functionKey, invoker, report = reportToStderr } = options;
  const everyMs = rateMs(options.expression);
  const event: unknown = JSON.parse(options.input);
  const startedAtMs = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  function wait(): void {
    const sinceStartMs = performance.now() - startedAtMs;
    const nextMs = (Math.floor(sinceStartMs / everyMs) + 1) * everyMs - sinceStartMs;
    const isWholeWait = nextMs <= LONGEST_TIMER_MS;
    timer = setTimeout(
      () => {
        if (isWholeWait && running === undefined) running = run().finally(() => (running = undefined));
        wait();
      },
      Math.min(nextMs, LONGEST_TIMER_MS),
    );
  }

  async function run(): Promise<void> {
    try {
      const result = await invoker.invoke(functionKey, event);
      if (!result.ok) report(`Schedule ${name}: ${functionKey} failed with ${failureKind(result)}`);
    } catch (error) {
      report(`Schedule ${name}: ${String(error)}`);
    }
  }

  if (options.state !== 'DISABLED') wait();
  return {
    async stop() {
      clearTimeout(timer);
      await running;
    },
  };
}

/** The one kind of schedule that runs here: neither cron nor a single time. The unit is a plural unless the value is 1. */
export const RATE = /^rate\((?:(1) (minute|hour|day)|((?!1 )[1-9]\d*) (minute|hour|day)s)\)$/;

/** Milliseconds of a rate expression. @throws Error for any other */
export function rateMs(expression: string): number {
  const [, one, unit = '', many, units = ''] = RATE.exec(expression) ?? [];
  const unitMs = UNIT_MS[unit || units];
  if (unitMs === undefined) throw new Error(`Schedule expression ${expression} is not run locally`);
  return Number(one ?? many) * unitMs;
}
