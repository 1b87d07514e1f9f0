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
  /** The target's `Input`: JSON text, `{}` when absent. */
  readonly input?: string | undefined;
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
 * ones; a tick that finds the last run still going is left out.
 */
export function startSchedule(options: ScheduleOptions): Schedule {
  const { name, functionKey, invoker, report = reportToStderr } = options;
  const everyMs = rateMs(options.expression);
  const event = readInput(name, options.input);
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

/** Milliseconds of a rate expression. Throws for every other kind: cron and one-time schedules are not run here. */
export function rateMs(expression: string): number {
  const [, digits = '', unit = '', plural] = /^rate\(\s*(\d+) (minute|hour|day)(s?)\s*\)$/.exec(expression) ?? [];
  const count = Number(digits);
  const unitMs = UNIT_MS[unit];
  // "1 minutes" and "5 minute" are refused by the cloud too.
  if (unitMs === undefined || count < 1 || (count === 1) !== (plural === '')) {
    throw new Error(`Schedule expression ${expression} is not run locally; use rate(1 minute), rate(5 minutes), …`);
  }
  return count * unitMs;
}

function readInput(name: string, input: string | undefined): unknown {
  if (input === undefined) return {};
  if (input.includes('<aws.scheduler.')) throw new Error(`Schedule ${name}: context attributes are not run locally.`);
  return JSON.parse(input);
}
