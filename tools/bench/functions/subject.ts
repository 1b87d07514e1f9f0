import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLE } from '#infra/build/build-functions';
import { environmentOn } from '#local/lambda/runtime';
import type { RunningStack } from '#local/stack';
import type { Call } from '#test/support/metering/http-calls';
import { NODE_24_TYPED } from '../installation';
import { type AtEnd, startChild, withCleanUp } from '../processes';
import { column, inTurns } from '../report/statistics';

/** A function as deployed. */
export interface BuiltFunction {
  readonly name: string;
  /** Contains index.js or index.mjs, the bundle that the runtime loads. */
  readonly folder: string;
  readonly bytes: number;
  /** All environment variables. A measurement with recorded responses replaces the URLs of the AWS services. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Returns a function of a stack by its id in `endpoints` or `workers` (shared/contract). */
export function toBuilt({ functions }: Pick<RunningStack, 'functions'>, id: string): BuiltFunction {
  const built = functions[id];
  if (built === undefined) throw new Error(`The stack has no function ${id}`);
  const { folder } = built;
  return { name: id, folder, bytes: statSync(join(folder, BUNDLE)).size, environment: environmentOn(built) };
}

/** A function, one event for the function, and the network calls that this event causes in a new process. */
export interface Subject extends BuiltFunction {
  readonly event: unknown;
  /** HTTP status that every response must have. */
  readonly status: number;
  readonly calls: readonly Call[];
  /** Time of the recorded response, epoch ms. Measurements use it because some data expires: a quote is valid for a minute. */
  readonly atMs: number;
}

/**
 * Loads a function in a new process with the deployed Node version.
 * @param recorded the function's recorded responses, which replace the network; the clock is then fixed
 */
export async function startFunction(atEnd: AtEnd, { folder, environment }: BuiltFunction, recorded?: Subject) {
  const child = startChild<typeof import('./function-process')>('functions/function-process.ts', atEnd, {
    node: NODE_24_TYPED,
    environment,
  });
  const bundle = ['index.js', 'index.mjs'].map((name) => join(folder, name)).find(existsSync) ?? '';
  // The clock is fixed 50 ms after the recording, so that every invocation finds the partner's rate-limit bucket full again.
  await child.call.load(bundle, recorded && { calls: recorded.calls, nowMs: recorded.atMs + 50 });
  return child;
}

/**
 * Effort of a measurement, counted in network calls and not in invocations. So functions with many calls do not take much longer
 * to measure than functions with few calls.
 */
export interface CpuEffort {
  /** Calls of each function before the first measurement. */
  readonly warmUpCalls: number;
  readonly rounds: number;
  /** Calls of each function in a round. */
  readonly batchCalls: number;
}

/**
 * Measures the CPU time of functions with recorded responses. The functions run in separate processes, in turns.
 * @returns for each function: the calls of an invocation, and its CPU time in µs for each round
 */
export function measureWarmCpu(subjects: readonly Subject[], { warmUpCalls, rounds, batchCalls }: CpuEffort) {
  return withCleanUp(async (atEnd) => {
    const sides: { calls: number; measure(): Promise<{ us: number }> }[] = [];
    for (const subject of subjects) {
      const { call } = await startFunction(atEnd, subject, subject);
      const batch = (count: number) => call.batch(subject.event, subject.status, count);
      const { calls } = await batch(2);
      await batch(Math.ceil(warmUpCalls / calls));
      sides.push({ calls, measure: () => batch(Math.ceil(batchCalls / calls)) });
    }
    const seen = await inTurns(rounds, column(sides, 'measure'));
    return sides.map(({ calls }, at) => ({ calls, us: (seen[at] ?? []).map(({ us }) => us) }));
  });
}
