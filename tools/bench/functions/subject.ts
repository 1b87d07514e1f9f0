import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLE } from '#infra/build/build-functions';
import { environmentOn } from '#local/lambda/runtime';
import type { RunningStack } from '#local/stack';
import type { Call } from '#test/support/metering/http-calls';
import { NODE_24_TYPED } from '../installation';
import { type AtEnd, startChild, withCleanUp } from '../processes';
import { column, inTurns } from '../report/statistics';

/** A function as it is uploaded. */
export interface BuiltFunction {
  readonly name: string;
  /** Holds index.js or index.mjs, which the runtime loads. */
  readonly folder: string;
  readonly bytes: number;
  /** The whole environment; its service addresses are replaced where recorded responses are given. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A function of a stack, by its id in the endpoint or worker table. */
export function toBuilt({ functions }: Pick<RunningStack, 'functions'>, id: string): BuiltFunction {
  const built = functions[id];
  if (built === undefined) throw new Error(`The stack has no function ${id}`);
  const { folder } = built;
  return { name: id, folder, bytes: statSync(join(folder, BUNDLE)).size, environment: environmentOn(built) };
}

/** A function, one event that it handles, and the network calls of that in a new process. */
export interface Subject extends BuiltFunction {
  readonly event: unknown;
  /** The status that every response must have. */
  readonly status: number;
  readonly calls: readonly Call[];
  /** Time of the recorded response, epoch ms: quotes, for one, hold for a minute. */
  readonly atMs: number;
}

/**
 * Loads a function in a fresh process of the deployed runtime's version.
 * @param recorded its responses are given, at the time they were given, instead of going to the network
 */
export async function startFunction(atEnd: AtEnd, { folder, environment }: BuiltFunction, recorded?: Subject) {
  const child = startChild<typeof import('./function-process')>('functions/function-process.ts', atEnd, {
    node: NODE_24_TYPED,
    environment,
  });
  const bundle = ['index.js', 'index.mjs'].map((name) => join(folder, name)).find(existsSync) ?? '';
  // A little later than recorded: the request rate's last write has passed.
  await child.call.load(bundle, recorded && { calls: recorded.calls, nowMs: recorded.atMs + 50 });
  return child;
}

/** In calls on the wire, so that a function that makes many does not take so much longer. */
export interface CpuEffort {
  /** Calls of each side before the first measurement. */
  readonly warmUpCalls: number;
  readonly rounds: number;
  /** Calls of each side in a round. */
  readonly batchCalls: number;
}

/**
 * Invokes each function over and over on recorded responses, batch by batch in turns, each in a separate process.
 * @returns of each, the calls of an invocation and its CPU time in µs, round by round
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
